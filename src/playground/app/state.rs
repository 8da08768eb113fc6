//! The state that any view may ask for with `expect_context`, which accepts only the types listed here. All of them
//! are provided before a view is built, so none can be missing.

use crate::archive::Packer;
use crate::connection::Connection;
use crate::developers::Developers;
use crate::file_reader::FileReader;
use crate::form::ShownForm;
use crate::language::{ChosenLanguage, Language};
use crate::notify::Notifier;
use crate::palette::Palette;
use crate::queue::{Board, QueueColumn};
use crate::runs::Runs;
use crate::theme::Theme;
use crate::time::Clock;
use crate::undo::Undo;
use crate::workflows::Workflows;
use ui::{PageState, Root, provide_context};

macro_rules! page_state {
    ($($name:ident: $state:ty,)*) => {
        $(impl PageState for $state {})*

        struct States { $($name: $state,)* }

        impl States {
            fn provide(self) {
                $(provide_context(self.$name);)*
            }
        }
    };
}

page_state! {
    file_reader: FileReader,
    developers: Developers,
    packer: Packer,
    language: ChosenLanguage,
    theme: Theme,
    clock: Clock,
    connection: Connection,
    runs: Runs,
    undo: Undo,
    form: ShownForm,
    workflows: Workflows,
    board: Board,
    column: QueueColumn,
    palette: Palette,
    notifier: Notifier,
}

/// Starts the state of the page and provides it. The current owner must be the page's.
pub(crate) fn provide_state(file_reader: FileReader, developers: Developers, packer: Packer) {
    Root::provide();
    let language = Language::start();
    let connection = Connection::start();
    let workflows = Workflows::start(connection, file_reader);
    let undo = Undo::new();
    let runs = Runs::start(connection, undo);
    let state = States {
        file_reader,
        developers,
        packer,
        language,
        theme: Theme::start(),
        clock: Clock::start(),
        connection,
        runs,
        undo,
        form: ShownForm(workflows.form),
        workflows,
        board: Board::start(connection, runs),
        column: QueueColumn::start(developers),
        palette: Palette::start(),
        notifier: Notifier::start(runs),
    };
    state.provide();
}

//! Names a node's widget values, which the editor saves as a plain list in the order of the class's
//! widgets. Source: ComfyUI's editor, `widgets_values`.

mod by_class;
mod by_list;
mod departures;
mod dynamic_prompt;
mod editor_only;
mod extra;
mod fitted;
mod forced;
mod layout;
mod named;
mod scripted;
mod shape;
mod video_helper;

pub(super) use by_list::align;
pub(super) use editor_only::{CONTROL_NAME, is_control, is_editor_only, is_random, wrapped};
pub(super) use fitted::fitted;
pub(super) use named::{NamedValues, named};
pub(super) use shape::fits;

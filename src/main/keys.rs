//! `flowdeck keys`: makes, lists and revokes the named keys of a running service.

use serde_json::{Value, json};

use super::arguments::{Keys, KeysCommand};
use super::deployment::Deployment;
use super::print;
use super::table::table;

/// Carries out the command.
pub(crate) async fn run(arguments: Keys) -> Result<(), String> {
    match arguments.command {
        KeysCommand::New(new) => {
            let body = json!({ "name": new.name, "share": new.share });
            let key = Deployment::new(&new.deployment)?.add_key(&body).await?;
            // Only the key, so that a script can take it.
            print(key["key"].as_str().unwrap_or_default());
            eprintln!(
                "This is the only time that the key is shown. It may start runs and see its own."
            );
        }
        KeysCommand::List(address) => {
            let keys = Deployment::new(&address)?.keys().await?;
            if keys.is_empty() {
                print(
                    "there are no keys besides the first one; make one with flowdeck keys new NAME",
                );
            }
            let rows: Vec<_> = keys.iter().map(row).collect();
            table(&rows).iter().for_each(|line| print(line));
        }
        KeysCommand::Revoke(revoke) => {
            let name = &revoke.name;
            Deployment::new(&revoke.deployment)?
                .revoke_key(name)
                .await?;
            print(&format!("revoked {name}; its runs stay"));
        }
    }
    Ok(())
}

/// Its name, its share, and when it was made.
fn row(key: &Value) -> [String; 3] {
    let text = |name: &str| key[name].as_str().unwrap_or_default().to_owned();
    let created = text("created_at");
    let day = created.split('T').next().unwrap_or_default();
    let share = key["share"].as_f64().unwrap_or_default();
    [
        text("name"),
        format!("share {share}"),
        format!("made on {day}"),
    ]
}

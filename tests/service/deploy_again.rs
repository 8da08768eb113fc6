//! `POST /api/v1/comfy/workflows/{workflow_id}/deploy`: an earlier version becomes the newest one.

use serde_json::json;

use super::deploy::{PATH, deployed, form, workflow};
use crate::common::{TestServer, json, texts};

#[tokio::test]
async fn an_earlier_version_is_deployed_again_with_its_own_files() {
    let server = TestServer::start().await;
    for field in ["name", "other"] {
        deployed(&server, form(field)).await;
    }
    let again = async |version: &str| {
        let path = format!("/api/v1/comfy/workflows/{version}/deploy");
        let response = server.request("POST", &path).send().await.unwrap();
        (response.status().as_u16(), json(response).await)
    };
    let (status, body) = again("greeting@v1").await;
    assert_eq!((status, &body["data"]["version"]), (200, &json!(3)));
    assert_eq!(body["data"]["schema"]["fields"][0]["name"], "name");
    let run = server.run("greeting", texts(&[("name", "x")])).await;
    let detail = server.wait_for_status(&run, "completed").await;
    assert_eq!(detail["version"], 3);

    // The newest version is not deployed a second time.
    let (_, body) = again("greeting@v3").await;
    assert_eq!(body["data"]["version"], 3);
    for unknown in ["greeting", "greeting@v9", "nothing@v1"] {
        let (status, body) = again(unknown).await;
        let why = body.to_string();
        assert!(
            status == 404 && why.contains("such as “poster@v1”"),
            "{unknown}: {body}"
        );
    }
    let log = server.get("/api/v1/comfy/audit").await;
    let entry = &log["data"]["entries"][1];
    assert_eq!(
        (&entry["action"], &entry["subject"]),
        (&json!("workflow.deploy"), &json!("greeting@v3")),
        "{log}"
    );
}

#[tokio::test]
async fn a_workflow_of_the_folder_goes_back_and_stays_there() {
    let server = TestServer::start().await;
    let path = server.folder.path().join("workflows/greeting.json");
    std::fs::write(&path, workflow("name")).unwrap();
    assert_eq!(server.get(PATH).await["data"]["version"], 1);
    deployed(&server, form("other")).await;
    let again = server.request("POST", &format!("{PATH}@v1/deploy"));
    assert_eq!(again.send().await.unwrap().status(), 200);
    let now = server.get(PATH).await;
    assert_eq!(now["data"]["version"], 3);
    assert_eq!(now["data"]["schema"]["fields"][0]["name"], "name");
}

//! `flowdeck serve` with https, and the commands that call it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;

use rcgen::{
    BasicConstraints, CertificateParams, CertifiedKey, IsCa, KeyPair, generate_simple_self_signed,
};

use super::program::{Program, failure, flowdeck, folder};

const KEY: &str = "se cret/1";
pub(super) const FLAGS: [&str; 4] = ["--tls-cert", "cert.pem", "--tls-key", "key.pem"];

/// Writes a new certificate and its key.
pub(super) fn renew(folder: &Path) {
    let names = ["127.0.0.1".to_owned()];
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed(names).unwrap();
    fs::write(folder.join("cert.pem"), cert.pem()).unwrap();
    fs::write(folder.join("key.pem"), signing_key.serialize_pem()).unwrap();
}

fn start(folder: &Path) -> (Program, String) {
    renew(folder);
    let mut program = Program::start(folder, "127.0.0.1:0", &FLAGS);
    let link = program.link();
    let url = link.trim_end_matches('/').to_owned();
    assert!(url.starts_with("https://127.0.0.1:"), "{url}");
    (program, url)
}

#[tokio::test]
async fn commands_call_a_service_whose_authority_they_are_given() {
    let folder = folder();
    let folder = folder.path();
    let (_program, url) = start(folder);
    let list = async |extra: &[&str]| {
        let arguments = [&["keys", "list", "--url", &url], extra].concat();
        flowdeck(folder, &arguments, Some(KEY)).await
    };
    let (succeeded, text) = list(&["--ca", "cert.pem"]).await;
    assert!(succeeded && text.starts_with("there are no keys"), "{text}");
    let (succeeded, text) = list(&[]).await;
    assert!(
        !succeeded && text.contains("name the authority's certificate with --ca"),
        "{text}"
    );
    let other = url.replace("127.0.0.1", "localhost");
    let arguments = ["keys", "list", "--url", &other, "--ca", "cert.pem"];
    let (succeeded, text) = flowdeck(folder, &arguments, Some(KEY)).await;
    assert!(
        !succeeded && text.contains("for another name; correct --url"),
        "{text}"
    );
    for (content, expected) in [
        ("", "it has no certificate"),
        ("-----BEGIN CERTIFICATE-----\n*", ""),
    ] {
        fs::write(folder.join("bad.pem"), content).unwrap();
        let (succeeded, text) = list(&["--ca", "bad.pem"]).await;
        assert!(
            !succeeded && text.contains("reading --ca bad.pem: "),
            "{text}"
        );
        assert!(text.contains(expected), "{text}");
    }
    let (succeeded, text) = list(&["--ca", "absent.pem"]).await;
    assert!(
        !succeeded && text.contains("reading --ca absent.pem: "),
        "{text}"
    );
}

#[tokio::test]
async fn the_certificate_of_an_authority_is_not_that_of_a_service() {
    let folder = folder();
    let folder = folder.path();
    let mut terms = CertificateParams::new(["127.0.0.1".to_owned()]).unwrap();
    terms.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let key = KeyPair::generate().unwrap();
    fs::write(folder.join("key.pem"), key.serialize_pem()).unwrap();
    fs::write(
        folder.join("cert.pem"),
        terms.self_signed(&key).unwrap().pem(),
    )
    .unwrap();
    let mut program = Program::start(folder, "127.0.0.1:0", &FLAGS);
    let link = program.link();
    let url = link.trim_end_matches('/');
    let arguments = ["keys", "list", "--url", url, "--ca", "cert.pem"];
    let (succeeded, text) = flowdeck(folder, &arguments, Some(KEY)).await;
    assert!(
        !succeeded && text.contains("with the constraint CA:FALSE"),
        "{text}"
    );
}

#[tokio::test]
async fn absolute_links_begin_with_https() {
    let folder = folder();
    let (_program, url) = start(folder.path());
    service::install_tls();
    let root = fs::read(folder.path().join("cert.pem")).unwrap();
    let root = reqwest::Certificate::from_pem(&root).unwrap();
    let client = reqwest::Client::builder()
        .no_proxy()
        .tls_certs_merge([root]);
    let client = client.build().unwrap();
    let send = async |request: reqwest::RequestBuilder| {
        let answer = request.header("X-API-KEY", KEY).send().await.unwrap();
        crate::common::json(answer).await
    };
    let form = crate::common::texts(&[("title", "a")]);
    let run = client.post(format!("{url}/api/v1/runs?workflow_id=join"));
    let run = send(run.multipart(form)).await;
    let id = run["data"][0]["run_id"].as_str().unwrap();
    let ended = async || {
        let detail = send(client.get(format!("{url}/api/v1/runs/{id}"))).await["data"].clone();
        (detail["status"] == "completed").then_some(detail)
    };
    let detail = crate::common::eventually("the run is completed", ended).await;
    let name = detail["outputs"][0]["filename"].as_str().unwrap();
    let output = client.get(format!("{url}/api/v1/runs/output?filename={name}"));
    let output = send(output).await;
    let link = output["data"]["download_url"].as_str().unwrap();
    assert!(link.starts_with(&url), "{output}");
    assert_eq!(client.get(link).send().await.unwrap().status(), 200);
}

#[test]
fn what_cannot_be_used_is_reported_at_the_start() {
    let folder = folder();
    let folder = folder.path();
    renew(folder);
    for one in [&FLAGS[..2], &FLAGS[2..]] {
        let line = failure(folder, "127.0.0.1:0", one);
        assert!(
            line.contains("only one of them is given; give both"),
            "{line}"
        );
    }
    fs::write(folder.join("key.pem"), "hidden").unwrap();
    let line = failure(folder, "127.0.0.1:0", &FLAGS);
    assert!(
        line.contains("reading the key key.pem: it has no private key"),
        "{line}"
    );
    assert!(!line.contains("hidden"), "{line}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_hangup_reads_the_certificate_again_and_a_broken_one_changes_nothing() {
    use super::signals::signal;

    let folder = folder();
    let folder = folder.path();
    let (mut program, url) = start(folder);
    let mut log = BufReader::new(program.0.stderr.take().unwrap())
        .lines()
        .map(Result::unwrap);
    let mut logged = |text: &str| assert!(log.any(|line| line.contains(text)), "{text}");
    logged("other users can read the private key in key.pem; run `chmod o-rwx key.pem`");
    let arguments = ["keys", "list", "--url", &url, "--ca", "cert.pem"];
    renew(folder);
    assert!(!flowdeck(folder, &arguments, Some(KEY)).await.0);
    signal(&program, "-HUP");
    logged("read the certificate of --tls-cert again");
    assert!(flowdeck(folder, &arguments, Some(KEY)).await.0);
    fs::write(folder.join("key.pem"), "").unwrap();
    signal(&program, "-HUP");
    logged("reading the key key.pem: it has no private key");
    assert!(flowdeck(folder, &arguments, Some(KEY)).await.0);
}

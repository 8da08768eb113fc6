//! One output of a run: a picture, a text, a video, a sound, or a file to download. A text is
//! shown as text, never as HTML.

use gloo_net::http::Request;
use leptos::prelude::*;

use crate::api::RunOutput;
use crate::client::web::Client;

/// The most of a text that is shown, in characters.
const SHOWN: usize = 100_000;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Image,
    Video,
    Audio,
    Text,
    File,
}

/// One output with its name and its download.
#[component]
pub(crate) fn OutputView(output: RunOutput, base_url: String) -> impl IntoView {
    let url = output.url.as_deref().and_then(|url| {
        // The run's own deployment, which may not be the one that is connected now.
        Client::new(&base_url, "").ok()?.resolve(url)
    });
    let name = base_name(&output.filename).to_owned();
    let Some(url) = url else {
        return view! {
            <figure class="output">
                <p class="hint">"The deployment gives no address for this output."</p>
                <figcaption class="output-about"><span dir="auto">{name}</span></figcaption>
            </figure>
        }
        .into_any();
    };
    let kind = Kind::of(&name);
    let shown = match kind {
        Kind::Image => view! { <Picture url=url.clone() name=name.clone() /> }.into_any(),
        Kind::Video => {
            view! { <video class="output-media" src=url.clone() controls></video> }.into_any()
        }
        Kind::Audio => view! { <audio src=url.clone() controls></audio> }.into_any(),
        Kind::Text => view! { <TextOutput url=url.clone() /> }.into_any(),
        Kind::File => ().into_any(),
    };
    view! {
        <figure class="output" data-kind=kind.word()>
            {shown}
            <figcaption class="output-about">
                <span class="output-name" dir="auto">{name.clone()}</span>
                <a class="button small" href=url download=name target="_blank" rel="noopener noreferrer">
                    "Download"
                </a>
            </figcaption>
        </figure>
    }
    .into_any()
}

#[component]
fn Picture(url: String, name: String) -> impl IntoView {
    let broken = RwSignal::new(false);
    view! {
        <img
            class="output-media"
            src=url
            alt=name
            hidden=move || broken.get()
            on:error=move |_| broken.set(true)
        />
        <p class="hint" hidden=move || !broken.get()>
            "The picture could not be loaded; its address may have ended. Load the page again to get a new one."
        </p>
    }
}

#[component]
fn TextOutput(url: String) -> impl IntoView {
    let text = LocalResource::new(move || fetch(url.clone()));
    view! {
        <pre class="output-text" dir="auto" tabindex="0">
            {move || text.get().unwrap_or_default()}
        </pre>
    }
}

/// The text at an address that needs no key; in its place, why it could not be read.
async fn fetch(url: String) -> String {
    let text = match Request::get(&url).send().await {
        Ok(response) if response.ok() => response.text().await,
        Ok(response) => {
            return format!("The text could not be read: status {}.", response.status());
        }
        Err(error) => Err(error),
    };
    match text {
        Ok(text) => cut(text),
        Err(error) => format!("The text could not be read: {error}. Download it instead."),
    }
}

/// A name without the folders before it.
fn base_name(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

fn cut(text: String) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…\n\nThe rest is in the download.", &text[..end]),
        None => text,
    }
}

impl Kind {
    /// By the ending of its name, as the wire says no more.
    fn of(name: &str) -> Self {
        let ending = name
            .rsplit('.')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        match ending.as_str() {
            "png" | "jpg" | "jpeg" | "webp" | "gif" | "bmp" | "avif" | "svg" => Self::Image,
            "mp4" | "webm" | "mov" | "mkv" => Self::Video,
            "mp3" | "wav" | "flac" | "ogg" | "opus" | "m4a" => Self::Audio,
            "txt" | "md" | "json" | "csv" | "log" => Self::Text,
            _ => Self::File,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Video => "video",
            Self::Audio => "audio",
            Self::Text => "text",
            Self::File => "file",
        }
    }
}

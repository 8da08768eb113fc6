//! Messages of the first visit, before anything has run.

use crate::language::Message;

messages! { FIRST_VISIT;
    FIRST_TITLE: "This is what {0} makes", "Das macht {0}";
    FIRST_NOT_READY: "No runs yet. The form says why this workflow can’t run.", "Noch keine Läufe. Im Formular steht, warum dieser Workflow nicht laufen kann.";
    FIRST_EXAMPLE_FILLED_IN: "An example is filled in. Press Run to make your first result.", "Ein Beispiel ist eingetragen. „Ausführen“ macht daraus das erste Ergebnis.";
    FIRST_EXAMPLE_RESULT: "Example result", "Beispielergebnis";
    FIRST_EXAMPLE_RESULT_OF: "Result of the example “{0}”", "Ergebnis des Beispiels „{0}“";
    FIRST_CONNECT: "Connect to a deployment", "Mit einem Deployment verbinden";
    FIRST_CONNECT_HOW: "Enter its address and key above, or drop a workflow here to look at its form.", "Oben Adresse und Schlüssel eingeben oder einen Workflow hierher ziehen, um sein Formular anzusehen.";
    FIRST_WORKFLOWS: "Workflows to start from", "Workflows zum Loslegen";
    FIRST_OWN: "Bring your own workflow", "Den eigenen Workflow mitbringen";
    FIRST_OWN_DROP: "Drop a ComfyUI workflow (JSON), or any image that ComfyUI saved, anywhere on this page.", "Einen ComfyUI-Workflow (JSON) oder ein von ComfyUI gespeichertes Bild irgendwo auf diese Seite ziehen.";
    FIRST_OWN_OPEN: "Open a workflow…", "Workflow wählen …";
    FIRST_OWN_ENGINE: "Put ComfyUI behind this page", "ComfyUI hinter diese Seite stellen";
    FIRST_OWN_ENGINE_HOW: "Start the service with the address of your ComfyUI:", "Den Dienst mit der Adresse des eigenen ComfyUI starten:";
}

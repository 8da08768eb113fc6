//! Messages of the first visit, before anything has run.

use crate::language::Message;

messages! { FIRST_VISIT;
    FIRST_TITLE: "This is what {0} makes", "Das macht {0}";
    FIRST_NOT_READY: "No runs yet. The form says why this workflow can’t run.", "Noch keine Läufe. Im Formular steht, warum dieser Workflow nicht laufen kann.";
    FIRST_EXAMPLE_FILLED_IN: "An example is filled in. Press Run to make your first result.", "Ein Beispiel ist eingetragen. „Ausführen“ macht daraus das erste Ergebnis.";
    FIRST_EXAMPLE_SHOWN: "This is the result of the example in the form. Press Run to make your own.", "Das ist das Ergebnis des Beispiels im Formular. „Ausführen“ macht ein eigenes.";
    FIRST_OTHER_EXAMPLE_SHOWN: "This is the result of an example. Press Run to make your own.", "Das ist das Ergebnis eines Beispiels. „Ausführen“ macht ein eigenes.";
    FIRST_EXAMPLE_RESULT_OF: "Result of the example “{0}”", "Ergebnis des Beispiels „{0}“";
    FIRST_PLACE: "The result appears here", "Hier erscheint das Ergebnis";
    FIRST_CONNECT: "Connect to a deployment", "Mit einem Deployment verbinden";
    FIRST_CONNECT_HOW: "A deployment runs workflows behind an API; flowdeck serve is one. Connect to run workflows, or open one here to look at its form.", "Ein Deployment führt Workflows hinter einer API aus, zum Beispiel flowdeck serve. Verbinden, um Workflows auszuführen, oder hier einen öffnen, um sein Formular anzusehen.";
    FIRST_EMPTY: "Connected to {0} engine. Drop your first workflow.|Connected to {0} engines. Drop your first workflow.", "Mit {0} Engine verbunden. Jetzt fehlt noch ein Workflow.|Mit {0} Engines verbunden. Jetzt fehlt noch ein Workflow.";
    FIRST_EMPTY_WITHOUT_ENGINES: "Connected. Drop your first workflow.", "Verbunden. Jetzt fehlt noch ein Workflow.";
    FIRST_EMPTY_FOR_KEY: "Connected. There is no workflow yet.", "Verbunden. Es gibt noch keinen Workflow.";
    FIRST_EMPTY_FOR_KEY_HOW: "This key can run workflows, but not deploy them. Ask the person who gave it to you to deploy one.", "Dieser Schlüssel darf Workflows ausführen, aber nicht deployen. Das geht mit einem Schlüssel, der dieses Recht hat.";
    FIRST_EMPTY_HOW: "flowdeck turns it into a form. Press Run there to make your first result.", "flowdeck macht daraus ein Formular. „Ausführen“ liefert dann das erste Ergebnis.";
    FIRST_NONE_READY: "No workflow is ready yet", "Noch ist kein Workflow bereit";
    FIRST_NONE_READY_HOW: "The list of workflows says why. You can also open another one.", "Die Liste der Workflows nennt den Grund. Es lässt sich auch ein anderer öffnen.";
    FIRST_UNLISTED: "Connected. Open a workflow.", "Verbunden. Jetzt einen Workflow öffnen.";
    FIRST_UNLISTED_HOW: "This deployment doesn’t list its workflows.", "Dieses Deployment listet seine Workflows nicht auf.";
    FIRST_UNREACHABLE: "The deployment doesn’t respond", "Das Deployment antwortet nicht";
    FIRST_UNREACHABLE_HOW: "Retrying automatically. You can already open a workflow to look at its form.", "flowdeck versucht es automatisch weiter. Ein Workflow lässt sich schon öffnen, um sein Formular anzusehen.";
    FIRST_WORKFLOWS: "Workflows to start from", "Workflows zum Loslegen";
    FIRST_ADD: "Add a workflow", "Workflow hinzufügen";
    FIRST_DROP: "Drop a workflow, or choose a file", "Workflow hierher ziehen oder Datei wählen";
    FIRST_DROP_HOW: "A ComfyUI workflow (JSON), or any image that ComfyUI saved. You can paste it, too.", "Ein ComfyUI-Workflow (JSON) oder ein von ComfyUI gespeichertes Bild. Einfügen geht auch.";
    FIRST_OWN_ENGINE: "Put ComfyUI behind this page", "ComfyUI hinter diese Seite stellen";
    FIRST_FOUND: "{0} runs on the service’s machine, at {1}.", "{0} läuft auf dem Rechner des Dienstes: {1}";
    FIRST_FOUND_USE: "Use it for runs", "Für Läufe verwenden";
    FIRST_FOUND_USED: "The service found {0} on its machine and uses it: {1}. To do without, start it with --no-search.", "Der Dienst hat {0} auf seinem Rechner gefunden und verwendet es: {1}. Mit --no-search startet er ohne.";
    FIRST_FOUND_WORKFLOWS: "This command also serves the workflows that were saved there:", "Dieser Befehl stellt auch die dort gespeicherten Workflows bereit:";
    FIRST_OWN_ENGINE_HOW: "Start the service with the address of your ComfyUI:", "Den Dienst mit der Adresse des eigenen ComfyUI starten:";
}

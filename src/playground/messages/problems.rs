//! Translations of workflow problems, by code.

use crate::language::Coded;

coded_messages! {
    /// Without English, because the problem itself has an English message.
    PROBLEMS;
    "at": "Knoten {0}: ";
    "title": "{0} „{1}“";
    "empty": "Die Datei ist leer; bitte eine andere wählen";
    "no_json": "Das ist kein gültiges JSON (Zeile {0}, Spalte {1}); bitte den Workflow in ComfyUI noch einmal speichern oder exportieren";
    "no_workflow": "Dieses JSON ist kein ComfyUI-Workflow; ein Workflow ist ein JSON-Objekt aus Knoten";
    "no_nodes": "Der Workflow hat keine Knoten";
    "no_output": "Der Workflow hat keine Ausgabe; bitte einen Knoten SaveImage, SaveText, SaveVideo oder SaveAudio hinzufügen";
    "unknown_file": "Das ist weder eine Workflow-Datei (JSON) noch ein Bild in PNG, WebP oder JPEG; bitte die JSON-Datei des Workflows wählen oder ein Bild, das ComfyUI gespeichert hat";
    "picture_cut_off": "Das Bild ist unvollständig und endet vor dem Workflow; bitte noch einmal herunterladen oder kopieren";
    "picture_without_workflow": "Das Bild enthält keinen Workflow; andere Programme und viele Websites entfernen ihn. Bitte das Original aus ComfyUI wählen oder die JSON-Datei des Workflows";
    "not_opened": "„{0}“ konnte nicht geöffnet werden; bitte noch einmal versuchen oder die Seite neu laden";
    "file_too_large": "Die Datei ist zu groß für einen Workflow";
    "file_unreadable": "Die Datei ist nicht lesbar: {0}";
    "second_name": "Der Name `{0}` ist schon an Knoten {1} vergeben; bitte einen der beiden umbenennen";
    "second_id": "Zwei Knoten haben diese ID, und nur einer zählt; bitte den anderen neu kopieren oder den Workflow noch einmal exportieren";
    "no_id": "Ein Knoten hat keine `id`; bitte den Workflow in ComfyUI noch einmal speichern";
    "no_class": "Der Knoten hat keinen `{0}`; bitte den Workflow in ComfyUI noch einmal speichern oder exportieren";
    "no_node": "Das ist kein gültiger Knoten; ein Knoten ist ein JSON-Objekt";
    "missing_node": "Der Eingang `{0}` kommt von Knoten {1}, den es im Workflow nicht gibt";
    "missing_subgraph": "Der Subgraph dieses Knotens fehlt in der Datei; bitte den Workflow noch einmal speichern";
    "values_unnamed": "{0} Werte dieses Knotens lassen sich seinen Widgets nicht zuordnen; bitte den Workflow mit der Version des Knotens, die die Engine hat, noch einmal speichern";
    "values_of_type": "{0} Werte dieses Knotens lassen sich seinen Widgets nicht zuordnen, denn sein Eingang `{1}` hat den Typ {2}, der hier unbekannt ist; bitte in ComfyUI „Export (API)“ verwenden";
    "circle": "Der Knoten hängt von sich selbst ab: {0}; bitte eine dieser Verbindungen lösen";
    "linked_value": "`{0}` kommt von einem anderen Knoten; bitte den Wert in diesen Knoten schreiben";
    "no_options": "`{0}` fehlt; bitte eine Liste von Texten angeben";
    "not_number": "`{0}` ist keine Zahl";
    "not_whole": "`{0}` ist keine ganze Zahl";
    "not_boolean": "`{0}` ist weder true noch false";
    "not_plain": "`{0}` ist weder Text noch Zahl noch true oder false";
    "bounds_crossed": "`{0}` ist größer als `{1}`, deshalb ist kein Wert möglich";
    "prefix_leads_out": "`filename_prefix` „{0}“ führt aus dem Ausgabeordner hinaus; bitte einen einfachen Namen verwenden";
    "app_linked": "Der App-Modus zeigt `{0}`, doch dieser Wert kommt von einem anderen Knoten; bitte stattdessen jenen zeigen";
    "listing_no_object": "Workflow {0} der Liste ist kein JSON-Objekt";
    "listing_empty": "Die Liste enthält keine Workflows";
    "listing_unreadable": "Die Felder oder Ausgaben, die das Deployment angibt, sind nicht lesbar; bitte stattdessen die Workflow-Datei öffnen";
    "openapi_yaml": "Das sieht nach einem OpenAPI-Dokument in YAML aus, lesbar ist aber nur JSON; bitte das des Deployments verwenden: /openapi.json";
    "openapi_2": "Das ist OpenAPI 2; bitte das Dokument in OpenAPI 3 umwandeln";
    "openapi_no_run": "Im Dokument fehlt POST /api/v1/runs mit multipart/form-data; bitte das des Deployments verwenden: /openapi.json";
    "openapi_no_fields": "Das Dokument nennt keine Felder eines Laufs; für ein Formular bitte die Workflow-Datei öffnen";
    "unknown_class": "Keine verbundene Engine kennt den Knoten `{0}`; bitte ComfyUI aktualisieren, den Custom Node installieren oder ihn aus dem Workflow entfernen";
    "needs_comfyui": "Die eingebauten Engines haben {0} nicht; bitte ComfyUI verbinden: flowdeck serve --engine http://127.0.0.1:8188";
    "waiting_for_engine": "Wartet auf die Engine {0}, die die Knoten und Modelle dieses Workflows hat";
    "waiting_for_first_engine": "Wartet auf die erste Antwort einer Engine; erst dann steht fest, ob dieser Workflow laufen kann";
    "missing_model": "Keine verbundene Engine hat das Modell {0}; bitte zu den Modellen der Engine hinzufügen oder ein anderes wählen";
    "missing_model_similar": "Keine verbundene Engine hat das Modell {0}; ähnlich: {1}; bitte zu den Modellen der Engine hinzufügen oder ein anderes wählen";
    "missing_model_link": "Keine verbundene Engine hat das Modell {0}; herunterladen von {1}";
    "missing_model_similar_link": "Keine verbundene Engine hat das Modell {0}; ähnlich: {1}; herunterladen von {2}";
    "self_dependent": "Der Knoten hängt von sich selbst ab; bitte eine der Verbindungen lösen";
    "input_missing": "Der Eingang `{0}` fehlt; bitte verbinden oder einen Wert eintragen";
    "input_not_link": "Der Eingang `{0}` ist eine Liste von {1} Werten und keine Verbindung; bitte neu verbinden";
    "input_no_output": "Der Eingang `{0}` kommt von Ausgang {1} des Knotens {2} ({3}), den es dort nicht gibt; bitte neu verbinden";
    "input_type": "Der Eingang `{0}` nimmt {1}, kommt aber von Knoten {2} ({3}), der {4} liefert; bitte einen anderen Ausgang verbinden";
    "input_not_whole": "Der Eingang `{0}` muss eine ganze Zahl sein, nicht {1}";
    "input_not_number": "Der Eingang `{0}` muss eine Zahl sein, nicht {1}";
    "input_min": "Der Eingang `{0}` muss mindestens {1} sein, nicht {2}";
    "input_max": "Der Eingang `{0}` darf höchstens {1} sein, nicht {2}";
    "input_options": "Der Eingang `{0}` muss einer dieser Werte sein: {1}; nicht {2}";
    "input_without_options": "Der Eingang `{0}` hat keine Auswahl, kann also nicht {1} sein";
    "more": "… und {0} weitere Probleme";
}

//! Messages of the camera and the microphone.

use crate::language::Message;

messages! { CAPTURES;
    TAKE_PHOTO: "Take a photo", "Foto aufnehmen";
    RECORD_AUDIO: "Record audio", "Ton aufnehmen";
    RECORD_VIDEO: "Record a video", "Video aufnehmen";
    CAMERA: "Camera", "Kamera";
    MICROPHONE: "Microphone", "Mikrofon";
    CAMERA_WAITING: "Allow the camera if the browser asks.", "Bitte die Kamera erlauben, wenn der Browser fragt.";
    MICROPHONE_WAITING: "Allow the microphone if the browser asks.", "Bitte das Mikrofon erlauben, wenn der Browser fragt.";
    SHUTTER: "Take photo", "Auslösen";
    RECORDING_START: "Start recording", "Aufnahme starten";
    RECORDING_STOP: "Stop recording", "Aufnahme beenden";
    RECORDING: "Recording…", "Aufnahme läuft …";
    RECORDING_TIME: "Recording time", "Aufnahmezeit";
    RETAKE: "Retake", "Neu aufnehmen";
    CAPTURE_USE: "Use it", "Verwenden";
    CAPTURE_CANCEL: "Cancel", "Abbrechen";
    CHOOSE_FILE: "Choose a file", "Datei auswählen";
    CAPTURED: "“{0}” added.", "„{0}“ hinzugefügt.";

    // Why a device cannot be used
    CAMERA_INSECURE: "The camera needs https or localhost. Choose a file instead.", "Die Kamera braucht https oder localhost. Bitte stattdessen eine Datei auswählen.";
    MICROPHONE_INSECURE: "The microphone needs https or localhost. Choose a file instead.", "Das Mikrofon braucht https oder localhost. Bitte stattdessen eine Datei auswählen.";
    CAMERA_DENIED: "The browser blocks the camera for this page. Allow it next to the address bar and try again, or choose a file.", "Der Browser sperrt die Kamera für diese Seite. Bitte neben der Adresszeile erlauben und erneut versuchen oder eine Datei auswählen.";
    MICROPHONE_DENIED: "The browser blocks the microphone for this page. Allow it next to the address bar and try again, or choose a file.", "Der Browser sperrt das Mikrofon für diese Seite. Bitte neben der Adresszeile erlauben und erneut versuchen oder eine Datei auswählen.";
    CAMERA_MISSING: "No camera found. Connect one and try again, or choose a file.", "Keine Kamera gefunden. Bitte eine anschließen und erneut versuchen oder eine Datei auswählen.";
    MICROPHONE_MISSING: "No microphone found. Connect one and try again, or choose a file.", "Kein Mikrofon gefunden. Bitte eines anschließen und erneut versuchen oder eine Datei auswählen.";
    CAMERA_BUSY: "Another program is using the camera. Close it and try again, or choose a file.", "Ein anderes Programm verwendet die Kamera. Bitte schließen und erneut versuchen oder eine Datei auswählen.";
    MICROPHONE_BUSY: "Another program is using the microphone. Close it and try again, or choose a file.", "Ein anderes Programm verwendet das Mikrofon. Bitte schließen und erneut versuchen oder eine Datei auswählen.";
    CAMERA_ENDED: "The camera was disconnected or blocked. Connect it and try again, or choose a file.", "Die Kamera wurde getrennt oder gesperrt. Bitte anschließen und erneut versuchen oder eine Datei auswählen.";
    MICROPHONE_ENDED: "The microphone was disconnected or blocked. Connect it and try again, or choose a file.", "Das Mikrofon wurde getrennt oder gesperrt. Bitte anschließen und erneut versuchen oder eine Datei auswählen.";
    CAMERA_UNSUPPORTED: "This browser can’t use the camera. Choose a file instead.", "Dieser Browser kann die Kamera nicht verwenden. Bitte stattdessen eine Datei auswählen.";
    RECORDING_UNSUPPORTED: "This browser can’t record. Choose a file instead.", "Dieser Browser kann nicht aufnehmen. Bitte stattdessen eine Datei auswählen.";
    CAMERA_FAILED: "The camera failed. Try again, or choose a file.", "Die Kamera liefert kein Bild. Bitte erneut versuchen oder eine Datei auswählen.";
    MICROPHONE_FAILED: "The microphone failed. Try again, or choose a file.", "Das Mikrofon liefert keinen Ton. Bitte erneut versuchen oder eine Datei auswählen.";
}

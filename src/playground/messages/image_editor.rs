//! Messages of the image editor.

use crate::language::Message;

messages! { IMAGE_EDITOR;
    EDIT: "Edit", "Bearbeiten";
    EDIT_IMAGE: "Edit image", "Bild bearbeiten";
    EDIT_CROP: "Crop", "Zuschneiden";
    EDIT_PAINT: "Paint mask", "Maske malen";
    EDIT_ERASE: "Erase mask", "Maske radieren";
    EDIT_CROP_HINT: "Drag over the part to keep, or pull its edges.", "Über den Teil ziehen, der bleiben soll, oder an seinen Rändern.";
    EDIT_MASK_HINT: "A mask has an effect only in workflows that use the image’s mask.", "Eine Maske wirkt nur in Workflows, die die Maske des Bildes verwenden.";
    EDIT_BRUSH: "Brush size", "Pinselgröße";
    EDIT_BRUSH_PX: "Brush (px)", "Pinsel (px)";
    EDIT_FEATHER: "Soft edge (px)", "Weicher Rand (px)";
    EDIT_INVERT: "Invert mask", "Maske umkehren";
    EDIT_RATIO: "Ratio", "Seitenverhältnis";
    EDIT_RATIO_FREE: "Any ratio", "Beliebig";
    EDIT_CLEAR: "Start over", "Von vorn";
    EDIT_LEFT: "Left (px)", "Links (px)";
    EDIT_TOP: "Top (px)", "Oben (px)";
    EDIT_WIDTH: "Width (px)", "Breite (px)";
    EDIT_HEIGHT: "Height (px)", "Höhe (px)";
    EDIT_CANCEL: "Cancel editing", "Bearbeiten abbrechen";
    EDIT_APPLY: "Use image", "Bild verwenden";
    EDIT_FAILED: "This image can’t be edited here.", "Dieses Bild lässt sich hier nicht bearbeiten.";
    EDIT_LEAVE: "Cancel again to discard your edits.", "Noch einmal abbrechen, um die Änderungen zu verwerfen.";
    EDITED: "{0} edited.", "{0} bearbeitet.";
}

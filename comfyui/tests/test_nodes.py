"""The nodes of the pack, as ComfyUI calls them."""

import tempfile
import unittest
from pathlib import Path

from . import comfyui


class PackTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for name in ["b.png", "a.png", "clip.mp4", "tone.wav", "notes.txt"]:
            (self.folder / name).write_bytes(b"content")
        self.pack = comfyui.load(self.folder)

    def node(self, name):
        return self.pack.NODE_CLASS_MAPPINGS[name]

    def run_node(self, name, /, **values):
        node = self.node(name)()
        return getattr(node, node.FUNCTION)(**values)

    def widgets(self, name):
        types = self.node(name).INPUT_TYPES()
        return {**types.get("required", {}), **types.get("optional", {})}


class Listing(PackTest):
    def test_every_node_is_found_by_the_prefix_in_one_category(self):
        names = self.pack.NODE_DISPLAY_NAME_MAPPINGS
        self.assertEqual(set(names), set(self.pack.NODE_CLASS_MAPPINGS))
        for name, shown in names.items():
            self.assertTrue(shown.startswith("flowdeck: "), name)
            self.assertTrue(name.startswith(("Input", "FlowdeckSave")), name)
        for name in ["InputText", "InputImage", "FlowdeckSaveImage", "FlowdeckSaveText"]:
            self.assertEqual(self.node(name).CATEGORY, "flowdeck", name)

    def test_every_widget_has_a_tooltip_and_each_but_files_a_default(self):
        for name in [name for name in self.pack.NODE_CLASS_MAPPINGS if name.startswith("Input")]:
            for widget, (kind, options) in self.widgets(name).items():
                self.assertTrue(options["tooltip"], f"{name}.{widget}")
                self.assertTrue(options["socketless"], f"{name}.{widget}")
                self.assertTrue("default" in options or isinstance(kind, list), f"{name}.{widget}")

    def test_defaults_run_as_they_are(self):
        for name in ["InputText", "InputNumber", "InputSlider", "InputBoolean"]:
            defaults = {widget: options["default"] for widget, (_, options) in self.widgets(name).items()}
            self.assertEqual(len(self.run_node(name, **defaults)), 1)


class Values(PackTest):
    def test_a_text_gives_its_default(self):
        self.assertEqual(self.run_node("InputText", name="title", default="Hello\nyou"), ("Hello\nyou",))

    def test_a_whole_number_is_an_int_and_another_a_float(self):
        (whole,) = self.run_node("InputNumber", default=20.0)
        self.assertEqual((whole, type(whole)), (20, int))
        (part,) = self.run_node("InputSlider", default=0.5, min=0, max=1)
        self.assertEqual((part, type(part)), (0.5, float))
        self.assertEqual(self.node("InputNumber").RETURN_TYPES, ("INT,FLOAT",))

    def test_a_number_outside_its_bounds_or_not_whole_is_refused(self):
        for values, why in [
            ({"default": 5, "min": "10"}, "at least 10"),
            ({"default": 50, "max": "10"}, "at most 10"),
            ({"default": 1.5, "integer": True}, "must be whole"),
        ]:
            with self.assertRaisesRegex(ValueError, why):
                self.run_node("InputNumber", **values)
        self.assertEqual(self.run_node("InputNumber", default=-3, min="", max="", integer=True), (-3,))

    def test_a_switch_gives_true_or_false(self):
        self.assertEqual(self.run_node("InputBoolean", default=True), (True,))
        self.assertEqual(self.run_node("InputBoolean"), (False,))

    def test_a_choice_gives_its_default_or_the_first_option(self):
        options = "euler\n  heun \n\ndpm"
        self.assertEqual(self.run_node("InputChoice", options=options), ("euler",))
        self.assertEqual(self.run_node("InputChoice", options=options, default="heun"), ("heun",))
        self.assertEqual(self.run_node("InputChoice", options='["a", 2, true]', default="2"), ("2",))
        self.assertEqual(self.run_node("InputChoice", options=["x"]), ("x",))

    def test_a_choice_without_options_or_with_another_default_is_refused(self):
        with self.assertRaisesRegex(ValueError, "no options"):
            self.run_node("InputChoice", options=" \n ")
        with self.assertRaisesRegex(ValueError, "“c” is not one of the options: a, b"):
            self.run_node("InputChoice", options="a\nb", default="c")

    def test_a_choice_fits_lists_and_texts_only(self):
        (kind,) = self.node("InputChoice").RETURN_TYPES
        # ComfyUI asks in this way.
        for other in (["euler", "heun"], "COMBO", "STRING", "*"):
            self.assertFalse(kind != other, other)
        for other in ("INT", "IMAGE"):
            self.assertTrue(kind != other, other)
        self.assertEqual(f"{kind}", "COMBO,STRING")
        self.assertEqual(len({kind, "COMBO,STRING"}), 1)


class Files(PackTest):
    def test_a_file_is_chosen_among_those_of_its_kind_and_uploaded(self):
        kind, options = self.widgets("InputImage")["image"]
        self.assertEqual((kind, options["image_upload"]), (["a.png", "b.png"], True))
        kind, options = self.widgets("InputVideo")["video"]
        self.assertEqual((kind, options["video_upload"]), (["clip.mp4"], True))
        kind, options = self.widgets("InputAudio")["audio"]
        self.assertEqual((kind, options["audio_upload"]), (["clip.mp4", "tone.wav"], True))

    def test_the_core_loads_the_file(self):
        self.assertEqual(self.run_node("InputImage", name="photo", image="a.png"), ("image a.png", "mask a.png"))
        self.assertEqual(self.run_node("InputVideo", video="clip.mp4"), ("video clip.mp4",))
        self.assertEqual(self.run_node("InputAudio", audio="tone.wav"), ("audio tone.wav",))

    def test_without_a_file_the_node_says_what_to_do(self):
        with self.assertRaisesRegex(ValueError, "no image: choose or upload one"):
            self.run_node("InputImage")

    def test_a_missing_file_is_refused_before_the_run(self):
        image = self.node("InputImage")
        self.assertIn("“gone.png” is not in", image.VALIDATE_INPUTS(image="gone.png"))
        self.assertTrue(image.VALIDATE_INPUTS(image="a.png") is True)
        self.assertTrue(image.VALIDATE_INPUTS(name="photo") is True)

    def test_a_changed_file_runs_the_node_again(self):
        image = self.node("InputImage")
        before = image.IS_CHANGED(image="a.png")
        self.assertEqual(before, image.IS_CHANGED(image="a.png"))
        (self.folder / "a.png").write_bytes(b"other content")
        self.assertNotEqual(before, image.IS_CHANGED(image="a.png"))
        self.assertEqual(image.IS_CHANGED(image="gone.png"), "")

    def test_a_core_without_the_loader_says_so(self):
        del comfyui.sys.modules["nodes"].NODE_CLASS_MAPPINGS["LoadVideo"]
        with self.assertRaisesRegex(RuntimeError, "no node LoadVideo: update ComfyUI"):
            self.run_node("InputVideo", video="clip.mp4")


class Saves(PackTest):
    def test_an_older_core_node_is_offered_under_another_name(self):
        alias = self.node("FlowdeckSaveImage")
        self.assertTrue(issubclass(alias, comfyui.SaveImage))
        self.assertEqual((comfyui.SaveImage.CATEGORY, alias.CATEGORY), ("image", "flowdeck"))
        self.assertEqual(alias.INPUT_TYPES(), comfyui.SaveImage.INPUT_TYPES())
        self.assertEqual(self.run_node("FlowdeckSaveImage", images="pixels")["result"], ("pixels",))

    def test_a_newer_core_node_is_offered_under_another_name(self):
        comfyui.SaveVideo.GET_SCHEMA()
        self.pack = comfyui.load(self.folder)
        schema = self.node("FlowdeckSaveVideo").GET_SCHEMA()
        self.assertEqual((schema.node_id, schema.display_name), ("FlowdeckSaveVideo", "flowdeck: Save video"))
        self.assertEqual(self.node("FlowdeckSaveVideo")._CATEGORY, "flowdeck")
        self.assertFalse(schema.is_deprecated)
        self.assertEqual(comfyui.SaveVideo.GET_SCHEMA().node_id, "SaveVideo")
        self.assertEqual(comfyui.SaveVideo._CATEGORY, "core")
        self.assertEqual(self.node("FlowdeckSaveVideo").execute("clip").args, ("clip", ["mp4"]))

    def test_text_is_saved_also_if_the_core_cannot(self):
        saved = self.run_node("FlowdeckSaveText", text="Grüße", filename_prefix="note", format="md")
        self.assertEqual(saved["ui"]["files"], [{"filename": "note_00001.md", "subfolder": "", "type": "output"}])
        self.assertEqual((self.folder / "note_00001.md").read_text("utf-8"), "Grüße")

    def test_a_save_node_that_the_core_lacks_is_left_out_and_logged(self):
        with self.assertLogs(level="WARNING") as log:
            pack = comfyui.load(self.folder)
        self.assertNotIn("FlowdeckSaveAudio", pack.NODE_CLASS_MAPPINGS)
        self.assertNotIn("FlowdeckSaveAudio", pack.NODE_DISPLAY_NAME_MAPPINGS)
        self.assertIn("this ComfyUI has no SaveAudio", log.output[0])

    def test_no_core_node_is_replaced(self):
        self.assertEqual(set(comfyui.core_nodes()) & set(self.pack.NODE_CLASS_MAPPINGS), set())


class Conflicts(PackTest):
    def test_a_node_of_another_pack_stays_and_the_log_says_so(self):
        class InputText:
            RELATIVE_PYTHON_MODULE = "custom_nodes.other"

        with self.assertLogs(level="WARNING") as log:
            pack = comfyui.load(self.folder, {"InputText": InputText})
        self.assertNotIn("InputText", pack.NODE_CLASS_MAPPINGS)
        self.assertIn("InputNumber", pack.NODE_CLASS_MAPPINGS)
        told = "\n".join(log.output)
        self.assertIn("InputText is left out, because custom_nodes.other has a node of this name", told)

    def test_a_pack_that_replaces_a_node_later_is_logged(self):
        class InputText:
            RELATIVE_PYTHON_MODULE = "custom_nodes.other"

        existing = comfyui.sys.modules["nodes"].NODE_CLASS_MAPPINGS
        existing.update(self.pack.NODE_CLASS_MAPPINGS)
        with self.assertNoLogs(level="WARNING"):
            comfyui.start_server()
        existing["InputText"] = InputText
        with self.assertLogs(level="WARNING") as log:
            comfyui.start_server()
        self.assertEqual(len(log.output), 1)
        self.assertIn("InputText is replaced, because custom_nodes.other has a node of this name", log.output[0])

    def test_without_a_server_the_pack_still_loads(self):
        comfyui.sys.modules["server"].PromptServer.instance = None
        comfyui.sys.modules["flowdeck_pack.conflicts"].warn_when_loaded({}, {})


if __name__ == "__main__":
    unittest.main()

"""How the networks are trained: what is drawn, what is learnt, and the whole way, briefly."""

import json
import subprocess
import sys
from colorsys import rgb_to_hsv
from pathlib import Path

import numpy as np
import pytest

from scorekeeper.vision import networks, tile_finding
from scorekeeper.vision.geometry import TILE, area, common_area
from scorekeeper.vision.tile_recognition import ENDS
from tests.photos.needed import need_training
from tests.photos.training.calibration import fitted
from tests.photos.training.chance import HELD_OUT_HUES, bright
from tests.photos.training.mistakes import add_mistakes
from tests.photos.training.models import use
from tests.photos.training.samples import PART, cuts, heat
from tests.photos.training.scenes import SIDE, Lying, scene
from tests.photos.training.shelf import Shelf, filled
from tests.photos.training.styles import HELD_OUT_PIPS, style

ROOT = Path(__file__).parents[2]


def hue(colour):
    red, green, blue = colour / 255
    return rgb_to_hsv(red, green, blue)[0]


def trained(out, *asked):
    program = [sys.executable, "-m", "tests.photos.training", "--small", "--out", str(out), *asked]
    return subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_the_same_seed_draws_the_same_scene_with_its_tiles_inside():
    (one, lying), (other, again) = (scene(np.random.default_rng(5)) for _ in range(2))
    assert one.size == (SIDE, SIDE)
    assert one.tobytes() == other.tobytes()
    assert [each.ends for each in lying] == [each.ends for each in again]
    different, more = scene(np.random.default_rng(6))
    assert one.tobytes() != different.tobytes()
    tiles = [each.corners for each in (*lying, *more) if each.ends is not None]
    assert all(0 < tile.mean(axis=0).min() < SIDE for tile in tiles)


def test_what_is_held_out_is_never_trained_on():
    random = np.random.default_rng(1)
    low, high = HELD_OUT_HUES
    hues = [hue(bright(random)) for _ in range(300)]
    assert not [each for each in hues if low + 0.001 < each < high - 0.001]
    assert all(low - 0.001 <= hue(bright(random, held_out=True)) <= high for _ in range(50))
    assert not {style(random).pip for _ in range(200)} & set(HELD_OUT_PIPS)


@pytest.mark.parametrize("angle", [0.0, 0.4, 1.5, 2.9])
def test_the_finder_learns_what_is_read_of_it_later(angle):
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    corners = TILE @ turn * 40 + (170, 200)
    answer = heat([(corners, Lying(corners, (2, 5), whole=True))])
    row, column = np.unravel_index(answer.likely.argmax(), answer.likely.shape)
    values = answer.sides[:, row, column]
    read = tile_finding._corners(values, float(row), float(column))
    assert read is not None
    # A tile that is turned half round is the same.
    assert min(abs(read - corners).max(), abs(read - np.roll(corners, 2, 0)).max()) < 0.1
    # A tile that the frame cuts off counts neither way.
    corners = TILE * 60 + (PART - 20, 200)
    answer = heat([(corners, Lying(corners, (2, 5), whole=True))])
    assert answer.likely.max() == answer.ignored[10, 10] == 0
    assert answer.ignored[50, -1] == 1


def test_scenes_are_kept_with_labels_and_the_reader_is_shown_tiles_and_mistakes(tmp_path):
    shelf = filled(tmp_path, 2, seed=3)
    labels = json.loads((tmp_path / "labels.json").read_text())
    assert sorted(labels) == ["00000.jpg", "00001.jpg"]
    assert all(set(each) == {"tiles", "opt", "set"} for each in labels.values())
    pictures, shown = cuts(np.random.default_rng(1), shelf, 12)
    assert pictures.shape == (12, 3, 64, 112)
    assert {each.ends is None for each in shown} == {True, False}
    assert all(each.off.any() for each in shown if each.ends is not None)
    # What the finder takes for a tile is kept, but for what lies on one: there it is right.
    _, lying = shelf.scene("00000.jpg")
    add_mistakes(shelf, networks.MODELS)
    again = Shelf(tmp_path)
    assert again.has_mistakes
    more = again.scene("00000.jpg")[1][len(lying) :]
    tiles = [each.corners for each in lying if each.ends is not None]
    assert all(common_area(each.corners, tile) < area(tile) / 2 for each in more for tile in tiles)
    # However many other things there are, more tiles are shown.
    loose = Lying(TILE * 60 + (200, 200), None, whole=True)
    shelf.add({name: [loose] * 40 for name in shelf.names})
    _, shown = cuts(np.random.default_rng(1), shelf, 64)
    assert sum(each.ends is not None for each in shown) > 32
    # What is there already is not drawn again.
    (tmp_path / "00000.jpg").write_bytes(b"")
    filled(tmp_path, 2, seed=3)
    assert (tmp_path / "00000.jpg").read_bytes() == b""


def test_training_goes_on_where_it_stopped_and_the_reader_runs_what_it_made(tmp_path):
    need_training()
    assert "det 3" in trained(tmp_path, "--only", "det")
    told = trained(tmp_path)
    assert "reader 3" in told
    # What was learnt is not learnt again.
    assert "det" not in told
    more = trained(tmp_path / "more", "--start", str(tmp_path))
    assert "det 3" in more
    assert "reader 3" in more
    models = networks.MODELS
    use(tmp_path)
    try:
        assert networks.heat(np.zeros((1, 3, 96, 128), np.float32)).shape == (1, 7, 24, 32)
        assert networks.look(np.zeros((5, 3, 64, 112), np.float32)).shape == (5, 2 * ENDS + 9)
    finally:
        use(models)


@pytest.mark.parametrize(("name", "size"), [("det", (96, 128)), ("reader", (64, 112))])
def test_a_network_goes_on_from_what_an_exported_one_knows(name, size):
    need_training()
    import torch

    from tests.photos.training.exported import begin_from
    from tests.photos.training.lessons import FINDER, READER

    net = {"det": FINDER, "reader": READER}[name].net()
    pictures = torch.rand(6, 3, *size, generator=torch.Generator().manual_seed(1))
    begin_from(networks.MODELS / f"{name}.onnx", net, pictures)
    with torch.no_grad():
        answered = net.eval()(pictures[:1]).numpy()
    exported = {"det": networks.heat, "reader": networks.look}[name]
    assert abs(answered - exported(pictures[:1].numpy())).max() < 1e-3


@pytest.mark.parametrize("name", ["det", "reader"])
def test_the_mean_of_two_networks_has_the_mean_of_their_weights(tmp_path, name):
    need_training()
    import onnx
    from onnx import numpy_helper

    from tests.photos.training import mean

    one = networks.MODELS / f"{name}.onnx"
    other, out = tmp_path / "other.onnx", tmp_path / "mean.onnx"
    network = onnx.load(one)
    for each in network.graph.initializer:
        each.CopyFrom(numpy_helper.from_array(3 * numpy_helper.to_array(each), each.name))
    onnx.save(network, other)
    mean.main(one, other, out)
    were, are = (onnx.load(file).graph.initializer for file in (one, out))
    for before, after in zip(were, are, strict=True):
        twice = 2 * numpy_helper.to_array(before)
        assert numpy_helper.to_array(after) == pytest.approx(twice, rel=1e-5)
    with pytest.raises(ValueError, match="shape"):
        mean.main(one, networks.MODELS / ("reader.onnx" if name == "det" else "det.onnx"), out)


def test_weights_are_fitted_so_that_likelihoods_come_true():
    random = np.random.default_rng(2)
    values = np.column_stack([np.ones(4000), random.normal(0, 1, 4000)])
    likely = 1 / (1 + np.exp(-(values @ (0.5, 2.0))))
    weights = fitted(values, (random.random(4000) < likely).astype(float))
    assert weights == pytest.approx((0.5, 2.0), abs=0.2)

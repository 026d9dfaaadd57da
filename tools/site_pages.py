"""Pages of the site that lie at the root of the repository, where people look for them first. A hook of mkdocs."""
import pathlib

from mkdocs.structure.files import File

ROOT_PAGES = ["CHANGELOG.md", "THIRD-PARTY.md"]


def on_files(files, config, **_):
    root = str(pathlib.Path(config["config_file_path"]).parent)
    for page in ROOT_PAGES:
        files.append(File(page, root, config["site_dir"], config["use_directory_urls"]))
    return files

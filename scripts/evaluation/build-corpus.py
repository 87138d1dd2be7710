"""Builds a corpus of aligned passages in five languages from Debian packages: the language packs of two programs and the texts of the
Debian installer. Needs apt and dpkg-deb of Debian 12 or later with its security updates; writes corpus.json into the given folder.

    python3 scripts/evaluation/build-corpus.py /tmp/evaluation
"""

import glob
import json
import os
import re
import subprocess
import sys
import zipfile

LANGUAGES = {'zhHant': 'zh-TW', 'en': 'en-GB', 'ja': 'ja', 'th': 'th', 'vi': 'vi'}
PROGRAMS = {'firefox-esr': 'Firefox', 'thunderbird': 'Thunderbird'}
INSTALLER = [
    'apt-setup-udeb', 'base-installer', 'choose-mirror', 'clock-setup', 'console-setup-udeb', 'finish-install', 'grub-installer',
    'hw-detect', 'live-installer', 'localechooser', 'lvmcfg', 'mdcfg-utils', 'netcfg', 'network-console', 'nobootloader',
    'partman-auto', 'partman-auto-lvm', 'partman-auto-raid', 'partman-base', 'partman-basicfilesystems', 'partman-btrfs',
    'partman-crypto', 'partman-efi', 'partman-ext3', 'partman-iscsi', 'partman-lvm', 'partman-md', 'partman-partitioning',
    'partman-target', 'pkgsel', 'preseed-common', 'rescue-mode', 'save-logs', 'tzsetup-udeb', 'user-setup-udeb',
]
# Characters of an English passage and of a title.
MIN_BODY, MAX_TITLE = 90, 90


def download(folder, packages, options=()):
    """Downloads what the archive has of the packages; mirrors miss some."""
    os.makedirs(folder, exist_ok=True)
    for package in packages:
        if glob.glob(f'{folder}/{package}_*'):
            continue
        subprocess.run(['apt-get', *options, 'download', package], cwd=folder, capture_output=True, check=False)


def use_installer_archive(folder):
    """Returns the options of an apt that knows the packages of the installer, beside the one of the machine."""
    for each in ('lists/partial', 'cache/archives/partial'):
        os.makedirs(f'{folder}/{each}', exist_ok=True)
    with open(f'{folder}/sources.list', 'w', encoding='utf8') as file:
        file.write('deb http://deb.debian.org/debian bookworm main/debian-installer\n')
    settings = {
        'Dir::Etc::sourcelist': f'{folder}/sources.list',
        'Dir::Etc::sourceparts': '-',
        'Dir::State::lists': f'{folder}/lists',
        'Dir::State::status': '/dev/null',
        'Dir::Cache': f'{folder}/cache',
        'Acquire::Languages': 'none',
        'APT::Sandbox::User': 'root',
    }
    options = [part for name, value in settings.items() for part in ('-o', f'{name}={value}')]
    subprocess.run(['apt-get', *options, 'update'], capture_output=True, check=True)
    return options


def parse_fluent(text):
    """Returns the messages and attributes of a Fluent file in their order."""
    messages, message, key = {}, None, None
    for line in text.split('\n'):
        begin = re.match(r'^([a-zA-Z][\w-]*) =\s?(.*)$', line)
        attribute = re.match(r'^\s+\.([\w-]+) =\s?(.*)$', line)
        if begin:
            message = key = begin.group(1)
            messages[key] = [begin.group(2)]
        elif attribute and message:
            key = f'{message}.{attribute.group(1)}'
            messages[key] = [attribute.group(2)]
        elif line.startswith('#'):
            message = key = None
        elif line.startswith(' ') and key:
            messages[key].append(line.strip())
    return {key: ' '.join(part for part in parts if part) for key, parts in messages.items()}


def clean(text, program):
    """Returns the text as a reader sees it; None when it depends on numbers, or on the system."""
    if '->' in text:
        return None
    text = re.sub(r'\{ -[\w-]*\}', program, text)
    text = re.sub(r'\{ "([^"]*)" \}', r'\1', text)
    text = re.sub(r'<[^>]+>|\$?\{[^}]*\}', '', text)
    return re.sub(r'\s+', ' ', text).strip()


def read_program(folder, package, program):
    """Returns aligned messages of a program: pairs of key and texts by language, in the order of their files."""
    texts = {}
    for language, tag in LANGUAGES.items():
        [pack] = glob.glob(f'{folder}/**/langpack-{tag}@{package}.mozilla.org.xpi', recursive=True)
        with zipfile.ZipFile(pack) as archive:
            for name in sorted(archive.namelist()):
                if name.endswith('.ftl') and '/devtools/' not in name:
                    for key, text in parse_fluent(archive.read(name).decode()).items():
                        texts.setdefault((name.replace(f'/{tag}/', '/'), key), {})[language] = clean(text, program)
    return [(key, each) for key, each in texts.items() if len(each) == len(LANGUAGES) and all(each.values())]


def are_translated(texts):
    return len(set(texts.values())) == len(LANGUAGES)


def pair_titles(messages):
    """Returns long messages with the short one before them that speaks of the same, and the long ones that have none."""
    passages, rest, title = [], [], None
    for (file, key), texts in messages:
        if not are_translated(texts):
            continue
        if len(texts['en']) < MIN_BODY:
            if 12 <= len(texts['en']) <= MAX_TITLE:
                title = (file, key, texts)
            continue
        stem = os.path.commonprefix([title[1], key]) if title and title[0] == file else ''
        if stem.count('-') >= 2 or len(stem) >= 12:
            passages.append((title[2], texts))
            title = None
        else:
            rest.append(texts)
    return passages, rest


def read_installer(folder):
    """Returns the titles and texts of the installer's questions and errors."""
    passages = []
    for package in sorted(glob.glob(f'{folder}/*.udeb')):
        templates = subprocess.run(['dpkg-deb', '-I', package, 'templates'], capture_output=True, check=False).stdout.decode()
        for template in re.split(r'\n\s*\n', templates):
            title, body = {}, {}
            for language, tag in LANGUAGES.items():
                field = 'Description' if language == 'en' else f'Description-{tag.replace("-", "_")}.UTF-8'
                found = re.search(rf'^{re.escape(field)}: (.*)((?:\n .*)*)', template, re.M)
                if found:
                    title[language] = clean(found.group(1), '')
                    body[language] = clean(re.sub(r'\n (?:\.$)?', ' ', found.group(2), flags=re.M), '')
            if len(body) == len(LANGUAGES) and all(title.values()) and all(body.values()) and len(body['en']) >= MIN_BODY and are_translated(body):
                passages.append((title, body))
    return passages


def main(folder):
    options = use_installer_archive(f'{folder}/installer-archive')
    download(f'{folder}/installer', INSTALLER, options)
    packs = [f'{package}-l10n-{tag.lower()}' for package in PROGRAMS for tag in LANGUAGES.values()]
    download(f'{folder}/packs', packs)
    for package in glob.glob(f'{folder}/packs/*.deb'):
        subprocess.run(['dpkg-deb', '-x', package, f'{folder}/packs/unpacked'], check=True)

    pairs, distractors = read_installer(f'{folder}/installer'), []
    for package, program in PROGRAMS.items():
        paired, rest = pair_titles(read_program(f'{folder}/packs/unpacked', package, program))
        pairs += paired
        distractors += rest
    titles, bodies, passages = set(), set(), []
    for title, body in pairs:
        # A title that two passages have is no question.
        if title['en'] in titles or body['en'] in bodies:
            continue
        titles.add(title['en'])
        bodies.add(body['en'])
        passages.append({'title': title, 'text': body})
    others = list({texts['en']: texts for texts in distractors if texts['en'] not in bodies}.values())
    with open(f'{folder}/corpus.json', 'w', encoding='utf8') as file:
        json.dump({'passages': passages, 'distractors': others}, file, ensure_ascii=False, indent=1)
    print(f'{len(passages)} passages with titles and {len(others)} without, in {len(LANGUAGES)} languages')


if __name__ == '__main__':
    main(sys.argv[1])

"""Builds a corpus of aligned passages in five languages from Debian packages, of one of three kinds:

- `programs`: the language packs of two programs and the texts of the Debian installer;
- `policies`: what an administrator may set in Chromium, each with some sentences of explanation. Downloads 940 MB, unpacks 36, and needs
  python3-yaml;
- `settings`: names of settings and buttons of OpenTTD, each with a short help text by volunteers.

Needs apt, dpkg-deb and tar of Debian 12 or later with its security updates; writes corpus.json into the given folder.

    python3 scripts/evaluation/build-corpus.py programs /tmp/evaluation
"""

import glob
import hashlib
import html
import json
import os
import random
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
GAME_LANGUAGES = {'zhHant': 'traditional_chinese', 'en': 'english', 'ja': 'japanese', 'th': 'thai', 'vi': 'vietnamese'}
# Characters of an English passage and of a title.
MIN_BODY, MAX_TITLE = 90, 90
# Characters of an English explanation of a policy, and policies with a title; the others distract.
MAX_POLICY, POLICIES = 480, 400
MIN_HELP = 20


def download(folder, packages, options=()):
    """Downloads what the archive has of the packages; mirrors miss some."""
    os.makedirs(folder, exist_ok=True)
    for package in packages:
        if glob.glob(f'{folder}/{package}_*'):
            continue
        subprocess.run(['apt-get', *options, 'download', package], cwd=folder, capture_output=True, check=False)


def use_archive(folder, lines):
    """Returns the options of an apt that knows these lines of a sources.list alone, beside the one of the machine."""
    for each in ('lists/partial', 'cache/archives/partial'):
        os.makedirs(f'{folder}/{each}', exist_ok=True)
    with open(f'{folder}/sources.list', 'w', encoding='utf8') as file:
        file.write('\n'.join(lines) + '\n')
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


def unpack_source(folder, package, members):
    """Downloads the newest source of a package that the mirror still has, and returns where those of its files are."""
    suites = ['debian bookworm', 'debian trixie', 'debian-security bookworm-security', 'debian-security trixie-security']
    options = use_archive(f'{folder}/source-archive', [f'deb-src http://deb.debian.org/{suite} main' for suite in suites])
    records = subprocess.run(['apt-cache', *options, 'showsrc', package], capture_output=True, check=True).stdout.decode()
    for version in sorted(set(re.findall(r'^Version: (.*)$', records, re.M)), reverse=True):
        if glob.glob(f'{folder}/{package}_*.orig.tar.*z'):
            break
        # A mirror may lack the description of a version and yet have its archive.
        command = ['apt-get', *options, 'source', '--download-only', '--only-source', f'{package}={version}']
        subprocess.run(command, cwd=folder, capture_output=True, check=False)
    [archive] = glob.glob(f'{folder}/{package}_*.orig.tar.*z')
    target = f'{folder}/unpacked'
    os.makedirs(target, exist_ok=True)
    subprocess.run(['tar', 'xf', archive, '-C', target, '--wildcards', '--no-anchored', members], check=True)
    return target


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


def read_programs(folder):
    """Returns pairs of title and text, and texts without a title."""
    installer = ['deb http://deb.debian.org/debian bookworm main/debian-installer']
    download(f'{folder}/installer', INSTALLER, use_archive(f'{folder}/installer-archive', installer))
    packs = [f'{package}-l10n-{tag.lower()}' for package in PROGRAMS for tag in LANGUAGES.values()]
    download(f'{folder}/packs', packs)
    for package in glob.glob(f'{folder}/packs/*.deb'):
        subprocess.run(['dpkg-deb', '-x', package, f'{folder}/packs/unpacked'], check=True)

    pairs, others = read_installer(f'{folder}/installer'), []
    for package, program in PROGRAMS.items():
        paired, rest = pair_titles(read_program(f'{folder}/packs/unpacked', package, program))
        pairs += paired
        others += rest
    return pairs, others


def compute_message_id(text):
    """Returns the id that Chromium's translations know an English message by: 63 bits of the MD5 of what translators see."""
    seen = html.unescape(re.sub(r'<ph name="([^"]*)"(?:\s*/>|>.*?</ph>)', r'\1', text, flags=re.S))
    return str(int(hashlib.md5(seen.encode()).hexdigest()[:16], 16) & 0x7FFFFFFFFFFFFFFF)


def fill_placeholders(text, examples):
    """Returns a message as an administrator reads it, with the example of each placeholder; collects those of an English one."""

    def fill(found):
        name, inner = found.groups()
        if inner is not None:
            example = re.search(r'<ex>(.*?)</ex>', inner, re.S)
            examples[name] = example.group(1) if example else inner
        return examples.get(name, name)

    filled = html.unescape(re.sub(r'<ph name="([^"]*)"(?:\s*/>|>(.*?)</ph>)', fill, text, flags=re.S))
    return re.sub(r'\s*\n\s*', '\n', re.sub(r'[ \t]+', ' ', filled.replace('`', '').replace('**', ''))).strip()


def read_policies(folder):
    import yaml

    [root] = glob.glob(f'{unpack_source(folder, "chromium", "components/policy/resources/*")}/*/components/policy/resources')
    translations = {}
    for language, tag in LANGUAGES.items():
        if language != 'en':
            with open(f'{root}/policy_templates_{tag}.xtb', encoding='utf8') as file:
                translations[language] = dict(re.findall(r'<translation id="(\d+)">(.*?)</translation>', file.read(), re.S))

    def translate(text, examples):
        message = compute_message_id(text)
        own = {language: known.get(message, '') for language, known in translations.items()}
        return {language: fill_placeholders(each, examples) for language, each in {'en': text, **own}.items()}

    pairs, others = [], []
    for path in sorted(glob.glob(f'{root}/templates/policy_definitions/*/*.yaml')):
        with open(path, encoding='utf8') as file:
            policy = yaml.safe_load(file)
        if not isinstance(policy, dict) or not {'caption', 'desc'} <= policy.keys():
            continue
        examples = {}
        title, body = translate(policy['caption'], examples), translate(policy['desc'], examples)
        if not all(title.values()) or not all(body.values()) or len(body['en']) > MAX_POLICY:
            continue
        if len(title['en']) <= MAX_TITLE and are_translated(title) and are_translated(body):
            pairs.append((title, body))
        else:
            others.append(body)
    # They are sorted by their subject: the first ones would all be of the same.
    random.Random(1).shuffle(pairs)
    return pairs[:POLICIES], others + [body for _, body in pairs[POLICIES:]]


def read_settings(folder):
    [root] = glob.glob(f'{unpack_source(folder, "openttd", "src/lang/*.txt")}/*/src/lang')
    strings = {}
    for language, name in GAME_LANGUAGES.items():
        with open(f'{root}/{name}.txt', encoding='utf8') as file:
            strings[language] = dict(re.findall(r'^(STR_\w+)\s*:(.*)$', file.read(), re.M))

    def translate(key):
        own = {language: re.sub(r'\{[^}]*\}', '', known.get(key, '').replace('{}', ' ')) for language, known in strings.items()}
        texts = {language: re.sub(r'\s+', ' ', text).strip() for language, text in own.items()}
        return texts if all(texts.values()) and are_translated(texts) else None

    pairs, others = [], []
    for key in strings['en']:
        stem = re.sub(r'_(?:HELPTEXT|TOOLTIP)$', '', key)
        body = translate(key)
        if not body or len(body['en']) < MIN_HELP:
            continue
        names = [] if stem == key else [f'{stem}{end}' for end in ('', '_BUTTON', '_CAPTION', '_TITLE', '_TEXT')]
        title = next(filter(None, map(translate, names)), None)
        if title:
            pairs.append(({language: text.rstrip(':： ') for language, text in title.items()}, body))
        else:
            others.append(body)
    return pairs, others


KINDS = {'programs': read_programs, 'policies': read_policies, 'settings': read_settings}


def main(kind, folder):
    pairs, distractors = KINDS[kind](folder)
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
    main(*sys.argv[1:])

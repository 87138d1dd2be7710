"""Writes a model of 2 MB that says the texts of scripted-texts.json: make-model.py TEXTS OUTPUT.

The weights form a Markov chain. The embedding of a token is its one-hot vector, attention and feed-forward add nothing, and row j of the
output matrix is high at token i when j follows i. The chat template ends each prompt with a control token that begins one of the texts.
"""

import json
import re
import sys

import gguf
import numpy as np

CONTEXT_TOKENS = 32768
HEAD_WIDTH = 32
FEED_FORWARD_WIDTH = 32
LOGIT = 3  # Times the root of the width by the last norm: far above the zeros of all other tokens.
END = 2
ROLES = ["system", "user", "assistant"]
ENDLESS_WORDS = ["warp", "weft", "loom", "heddle", "shuttle", "reed", "selvage", "twill", "satin", "yarn"]
LANGUAGES = {"Traditional Chinese": "zhHant", "Japanese": "ja", "Thai": "th", "Vietnamese": "vi"}


class Vocabulary:
    """Tokens with their types, and which token follows which."""

    def __init__(self):
        control = gguf.TokenType.CONTROL
        self.tokens = ["<unk>", "<s>", "</s>"]
        self.types = [gguf.TokenType.UNKNOWN, control, control]
        self.next = {}
        for byte in range(256):
            self.add(f"<0x{byte:02X}>", gguf.TokenType.BYTE)

    def add(self, token, token_type=gguf.TokenType.NORMAL):
        self.tokens.append(token)
        self.types.append(token_type)
        return len(self.tokens) - 1

    def add_chain(self, beginning, pieces):
        previous = beginning
        for piece in pieces:
            token = self.add(piece)
            self.next[previous] = token
            previous = token
        return previous

    def split(self, text):
        """Returns words and characters as tokens; one that another text has too is joined with its neighbour."""
        used = set(self.tokens)
        raw = [piece.replace(" ", "▁") for piece in re.findall(r" ?[A-Za-zÀ-ɏḀ-ỹ0-9<>/_\-']+|.", text, flags=re.S)]
        pieces = []
        while raw:
            piece = raw.pop(0)
            while piece in used and raw:
                piece += raw.pop(0)
            while piece in used:
                piece = pieces.pop() + piece
            used.add(piece)
            pieces.append(piece)
        return pieces


def create_vocabulary(texts):
    vocabulary = Vocabulary()
    names = [*texts, "endless", *ROLES]
    begins = {name: vocabulary.add(f"<|{name}|>", gguf.TokenType.CONTROL) for name in names}
    for name, text in texts.items():
        last = vocabulary.add_chain(begins[name], vocabulary.split(text))
        vocabulary.next[last] = END
    # Not the words of the texts, which have other followers.
    last = vocabulary.add_chain(begins["endless"], [f"▁{word}~" for word in ENDLESS_WORDS])
    vocabulary.next[last] = vocabulary.next[begins["endless"]]
    return vocabulary


def create_template():
    """Returns the chat template: what the question asks for, else the response language of the system prompt."""
    choices = [("'endless' in ns.question", "endless"), ("'think aloud' in ns.question", "reasoning"), ("'think inside' in ns.question", "inside"), ("'JSON' in ns.question", "json")]
    choices += [(f"'{language}' in ns.system", name) for language, name in LANGUAGES.items()]
    begins = "".join(f"{{%- elif {condition} -%}}<|{name}|>" for condition, name in choices).replace("elif", "if", 1)
    return (
        "{%- set ns = namespace(system='', question='') -%}"
        "{%- for message in messages -%}"
        "{%- if message.role == 'system' -%}{%- set ns.system = ns.system ~ message.content -%}"
        "{%- elif message.role == 'user' -%}{%- set ns.question = message.content -%}{%- endif -%}"
        "{{ '<|' ~ message.role ~ '|>' ~ message.content }}"
        "{%- endfor -%}"
        "{%- if add_generation_prompt -%}" + begins + "{%- else -%}<|en|>{%- endif -%}{%- endif -%}"
    )


def write_model(vocabulary, path):
    count = len(vocabulary.tokens)
    width = (count + 31) // 32 * 32
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name("scripted")
    writer.add_context_length(CONTEXT_TOKENS)
    writer.add_embedding_length(width)
    writer.add_block_count(1)
    writer.add_feed_forward_length(FEED_FORWARD_WIDTH)
    writer.add_head_count(1)
    writer.add_head_count_kv(1)
    writer.add_key_length(HEAD_WIDTH)
    writer.add_value_length(HEAD_WIDTH)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(HEAD_WIDTH)
    writer.add_file_type(0)
    writer.add_vocab_size(count)
    writer.add_tokenizer_model("llama")
    writer.add_tokenizer_pre("default")
    writer.add_token_list([token.encode() for token in vocabulary.tokens])
    writer.add_token_scores([0.0] * count)
    writer.add_token_types([int(token_type) for token_type in vocabulary.types])
    writer.add_unk_token_id(0)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(END)
    writer.add_add_bos_token(True)
    writer.add_add_space_prefix(False)
    writer.add_chat_template(create_template())

    def zeros(rows, columns):
        return np.zeros((rows, columns), np.float32)

    embedding = zeros(count, width)
    embedding[np.arange(count), np.arange(count)] = 1
    output = zeros(count, width)
    for token in range(count):
        output[vocabulary.next.get(token, END), token] = LOGIT
    ones = np.ones(width, np.float32)
    writer.add_tensor("token_embd.weight", embedding)
    writer.add_tensor("output_norm.weight", ones)
    writer.add_tensor("output.weight", output)
    writer.add_tensor("blk.0.attn_norm.weight", ones)
    writer.add_tensor("blk.0.ffn_norm.weight", ones)
    for name in ["attn_q", "attn_k", "attn_v"]:
        writer.add_tensor(f"blk.0.{name}.weight", zeros(HEAD_WIDTH, width))
    writer.add_tensor("blk.0.attn_output.weight", zeros(width, HEAD_WIDTH))
    writer.add_tensor("blk.0.ffn_gate.weight", zeros(FEED_FORWARD_WIDTH, width))
    writer.add_tensor("blk.0.ffn_up.weight", zeros(FEED_FORWARD_WIDTH, width))
    writer.add_tensor("blk.0.ffn_down.weight", zeros(width, FEED_FORWARD_WIDTH))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


with open(sys.argv[1], encoding="utf-8") as file:
    write_model(create_vocabulary(json.load(file)), sys.argv[2])

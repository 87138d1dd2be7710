/** An at sign asks for an expert: not within an address, nor before a space. */
export const mention = /(?<![\w.%+-])[@＠](|[^\s@＠][^@＠]*)$/u

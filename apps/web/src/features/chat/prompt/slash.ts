/** A slash at the beginning of a line asks for a prompt. */
export const slash = /^\s*[/／](.*)$/u

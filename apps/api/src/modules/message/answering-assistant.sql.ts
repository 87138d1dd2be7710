/** The id of the assistant that a message `m` of a chat `c` is for, or is by; null once it is gone. */
export const answeringAssistant = 'CASE WHEN m.assistant_name IS NULL THEN c.assistant_id ELSE m.assistant_id END'

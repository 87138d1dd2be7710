// Which assistant a message is for, or by. Prisma cannot say it: the condition is a part of joins.

/** Selects the id of the assistant of a message `m` of a chat `c`; null once it is gone. */
export const answeringAssistant = 'CASE WHEN m.assistant_name IS NULL THEN c.assistant_id ELSE m.assistant_id END'

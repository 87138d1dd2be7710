// Prisma cannot say it: a message that is being made has its text in other tables.
/** The text, the reasoning and the steps of a message `m` as far as they are saved, also while it is being made. */
export const currentText = `CASE WHEN m.status = 'generating' THEN m.content || saved_text(m.run_id) ELSE m.content END`
export const currentReasoning = `CASE WHEN m.status = 'generating' THEN m.reasoning || saved_reasoning(m.run_id) ELSE m.reasoning END`
export const currentSteps = `CASE WHEN m.status = 'generating'
  THEN coalesce((SELECT r.steps FROM running_reply r WHERE r.run_id = m.run_id), m.steps) ELSE m.steps END`

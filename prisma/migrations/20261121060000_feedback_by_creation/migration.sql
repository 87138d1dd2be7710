-- The list of feedback is ordered by what never changes, so that one who says something else while it is paged is not lost.
DROP INDEX "message_feedback_tenant_id_updated_at_id_idx";
CREATE INDEX "message_feedback_tenant_id_id_idx" ON "message_feedback"("tenant_id", "id" DESC);

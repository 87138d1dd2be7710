-- CreateIndex
CREATE INDEX "usage_event_chat_id_idx" ON "usage_event"("chat_id");

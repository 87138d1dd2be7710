-- CreateIndex
CREATE INDEX "source_state_idx" ON "source"("state");

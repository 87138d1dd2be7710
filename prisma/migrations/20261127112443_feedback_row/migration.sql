-- Previous release: compatible
-- AlterTable
ALTER TABLE "message_feedback" ADD COLUMN     "dealt_with_at" TIMESTAMPTZ(3),
ADD COLUMN     "dealt_with_by_id" UUID;

-- CreateTable
CREATE TABLE "feedback_row" (
    "feedback_id" UUID NOT NULL,
    "kind" "dataset_kind" NOT NULL,
    "dataset_id" UUID NOT NULL,
    "row_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feedback_row_pkey" PRIMARY KEY ("feedback_id","kind")
);

-- CreateIndex
CREATE INDEX "feedback_row_dataset_id_idx" ON "feedback_row"("dataset_id");

-- CreateIndex
CREATE INDEX "message_feedback_dealt_with_by_id_idx" ON "message_feedback"("dealt_with_by_id");

-- AddForeignKey
ALTER TABLE "message_feedback" ADD CONSTRAINT "message_feedback_dealt_with_by_id_fkey" FOREIGN KEY ("dealt_with_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "feedback_row" ADD CONSTRAINT "feedback_row_feedback_id_fkey" FOREIGN KEY ("feedback_id") REFERENCES "message_feedback"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "feedback_row" ADD CONSTRAINT "feedback_row_dataset_id_fkey" FOREIGN KEY ("dataset_id") REFERENCES "dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

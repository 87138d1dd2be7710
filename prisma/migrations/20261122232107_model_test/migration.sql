-- CreateTable
CREATE TABLE "model_test" (
    "model_id" UUID NOT NULL,
    "tested_at" TIMESTAMPTZ(3) NOT NULL,
    "tested_by_id" UUID,
    "result" JSONB NOT NULL,

    CONSTRAINT "model_test_pkey" PRIMARY KEY ("model_id")
);

-- CreateIndex
CREATE INDEX "model_test_tested_by_id_idx" ON "model_test"("tested_by_id");

-- AddForeignKey
ALTER TABLE "model_test" ADD CONSTRAINT "model_test_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "model"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_test" ADD CONSTRAINT "model_test_tested_by_id_fkey" FOREIGN KEY ("tested_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

/**
 * The slowest unit tests: sweeps over thousands of cases, and those that create a database or load the whole content
 * several times. `npm run test:fast` leaves them out.
 */
export const slowUnitTests = [
  'model-tests/forms/same-rules.test.ts',
  'src/import/form/scripts/same-answers.test.ts',
  'src/server/content-store/content-store.test.ts',
  'src/server/storage/migrations.test.ts',
  'src/server/storage/embedded.test.ts',
  'src/server/storage/embedded-driver.test.ts',
  'model-tests/flows/application.test.ts',
  'model-tests/machine/process.test.ts',
  'src/server/jobs/jobs.test.ts',
  'src/server/content-store/load.test.ts',
  'src/server/documents/create-documents.test.ts',
  'src/server/main.test.ts',
  'model-tests/flows/embedded.test.ts',
  'model-tests/machine/process-situations.test.ts',
  'model-tests/flows/session.test.ts',
  'model-tests/flows/portal.test.ts',
  'model-tests/flows/form.property.test.ts',
  'model-tests/house/names.test.ts',
  'model-tests/workflows/proofs.test.tsx',
  'model-tests/flows/form.test.ts',
  'src/import/xzufi/refused.test.ts',
  'src/server/documents/layout/render.test.ts',
  'src/import/xzufi/runs.test.ts',
  'src/stand-ins/forms/forms.test.ts',
  'model-tests/forms/hostile-data.test.ts',
  'src/stand-ins/delivery/delivery.test.ts',
  'model-tests/machine/process.property.test.ts',
  'src/server/http/security/slow-requests.test.ts',
];

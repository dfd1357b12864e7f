import { execFile } from 'node:child_process';

/**
 * Runs the check of a content folder as an administrator does.
 * @param database the environment that names the database of the applications
 */
export const checkApplications = (
  contentDir: string,
  database: { DATABASE_URL?: string; DATA_DIR?: string },
): Promise<{ code: number; out: string; errors: string }> =>
  new Promise((resolve) => {
    const { DATABASE_URL: _, DATA_DIR: __, ...env } = process.env;
    execFile(
      process.execPath,
      ['src/server/check-content.ts', contentDir, '--applications'],
      { env: { ...env, ...database } },
      (error, out, errors) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, errors }),
    );
  });

/**
 * Ends a command-line tool without a word when nobody reads its output any more: in `… | head`, or after a closed pager,
 * writing fails with EPIPE, which Node would print as an error with its stack. Imported for that by each tool's first
 * file; a tool's exit code stays what it has set.
 */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}

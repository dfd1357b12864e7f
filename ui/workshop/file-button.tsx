/** A button that opens a file with JSON; the same file may be chosen again. */
export const FileButton = ({ label, onOpen }: { label: string; onOpen: (file: File) => void }) => (
  <label className="ws-file">
    {label}
    <input
      type="file"
      accept=".json,application/json"
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        if (file) onOpen(file);
        target.value = '';
      }}
    />
  </label>
);

/** A list to choose from; its first entry chooses nothing, where it has a name. */
export function Choice({
  label,
  every,
  value = '',
  choices,
  onChoose,
}: {
  label: string;
  /** Name of the first entry. */
  every?: string;
  value?: string | undefined;
  /** Values with their names. */
  choices: readonly (readonly [value: string, name: string])[];
  onChoose: (value: string) => void;
}) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => onChoose(target.value)}>
        {every !== undefined && <option value="">{every}</option>}
        {choices.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

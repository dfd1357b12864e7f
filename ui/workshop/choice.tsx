/** A list to choose from, whose first entry chooses nothing. */
export function Choice({
  label,
  every,
  value = '',
  choices,
  onChoose,
}: {
  label: string;
  /** Name of the first entry. */
  every: string;
  value?: string | undefined;
  /** Values with their names. */
  choices: readonly (readonly [value: string, name: string])[];
  onChoose: (value: string) => void;
}) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{every}</option>
        {choices.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

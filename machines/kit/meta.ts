/** Meta data of every state of a flow: the i18next key of its name in both languages. */
export type FlowMeta = { titleKey: `flows:${string}` };

/** The `meta` of the states of one flow. */
export const titles =
  /* @__NO_SIDE_EFFECTS__ */
    <Flow extends string>(flow: Flow) =>
    (state: string): FlowMeta => ({ titleKey: `flows:${flow}.${state}` });

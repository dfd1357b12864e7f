/** Roles of operators: they see statuses, set right what is stuck, erase what is kept of a person. */
export const operatorRoles = ['look', 'repair', 'erase'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** A person at the provider of the administration. */
export type OperatorPerson = {
  /** Stable id at the provider. */
  subject: string;
  /** Name for the security log and for other operators. */
  name: string;
};

/** The operator of a login: a person, or whoever has the token (the break-glass way). */
export type Operator = { way: 'person'; person: OperatorPerson } | { way: 'token' };

/** Whether roles allow something. Everybody with a role may look. */
export const mayAs = (roles: readonly OperatorRole[], role: OperatorRole): boolean =>
  role === 'look' ? roles.length > 0 : roles.includes(role);

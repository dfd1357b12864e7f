/** Marks a call that a window makes by itself. Whatever its value: such a call extends no session. */
export const UNATTENDED_HEADER = 'x-unattended';

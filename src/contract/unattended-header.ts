/** Says that a window makes a call with nobody in front of it. Whatever its value: such a call extends no session. */
export const UNATTENDED_HEADER = 'x-unattended';

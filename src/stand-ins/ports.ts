/** Returns the ports of the stand-ins, which follow on one another behind that of the portal. */
export const portsFrom = (portal: number) => ({
  identity: portal + 1,
  payment: portal + 2,
  delivery: portal + 3,
  scanner: portal + 4,
  eid: portal + 5,
  sk: portal + 6,
  business: portal + 7,
  forms: portal + 8,
  cardApp: portal + 9,
  neighbour: portal + 11,
  smtp: portal + 12,
  mail: portal + 13,
  feedback: portal + 14,
  vault: portal + 15,
  operators: portal + 16,
});

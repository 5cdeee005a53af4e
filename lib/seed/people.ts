/** The demo people of the entry screen; `npm run seed` gives them groups, events, and expenses. */
export const people: { name: string; email: string }[] = [
  { name: "Ana Silva", email: "ana.silva@demo.test" },
  { name: "Ben Carter", email: "ben.carter@demo.test" },
  { name: "Chloe Martin", email: "chloe.martin@demo.test" },
  { name: "David Kim", email: "david.kim@demo.test" },
  { name: "Elena Rossi", email: "elena.rossi@demo.test" },
  { name: "Farid Haddad", email: "farid.haddad@demo.test" },
  { name: "Grace Okafor", email: "grace.okafor@demo.test" },
  { name: "Hugo Lindqvist", email: "hugo.lindqvist@demo.test" },
];

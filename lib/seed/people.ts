/** The demo people of the entry screen; `npm run seed` gives them groups, events, and expenses. */
export const people: { name: string; email: string; picture: string }[] = [
  { name: "Ana Silva", email: "ana.silva@demo.test", picture: "" },
  { name: "Ben Carter", email: "ben.carter@demo.test", picture: "" },
  { name: "Chloe Martin", email: "chloe.martin@demo.test", picture: "" },
  { name: "David Kim", email: "david.kim@demo.test", picture: "" },
  { name: "Elena Rossi", email: "elena.rossi@demo.test", picture: "" },
  { name: "Farid Haddad", email: "farid.haddad@demo.test", picture: "" },
  { name: "Grace Okafor", email: "grace.okafor@demo.test", picture: "" },
  { name: "Hugo Lindqvist", email: "hugo.lindqvist@demo.test", picture: "" },
];

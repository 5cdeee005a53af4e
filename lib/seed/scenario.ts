import type { GroupIconName } from "@/lib/core/groups";
import type { SplitMode } from "@/lib/core/money/split";

// The demo data. Amounts are typical ones in cents; the seed varies them a little.

/** A demo person, by first name. */
export type Who = "Ana" | "Ben" | "Chloe" | "David" | "Elena" | "Farid" | "Grace" | "Hugo";

/**
 * `split`: default is everyone at the event. `values`: percent, shares, or dollars, depending on the mode.
 * `andPaidBy`: a person who paid half.
 */
export type ScenarioExpense<Person extends string = Who> = {
  what: string;
  cents: number;
  paidBy: Person;
  andPaidBy?: Person;
  split?: Person[];
  values?: { mode: Exclude<SplitMode, "equal">; of: Partial<Record<Person, number>> };
  note?: string;
};

/** Settled payments: all that were open after the first `afterExpenses` expenses, or only those of some debtors. */
type ScenarioSettling<Person> = { afterExpenses: number; owedBy?: Person[] };

export type ScenarioEvent<Person extends string = Who> = {
  /** `{month}` becomes the name of the event's month. */
  title: string;
  /** How many days ago it took place. */
  daysAgo: number;
  createdBy: Person;
  participants: Person[];
  expenses: ScenarioExpense<Person>[];
  settled?: ScenarioSettling<Person>;
};

export type ScenarioGroup = {
  title: string;
  icon: GroupIconName;
  createdBy: Who;
  members: Who[];
  /** Invited, without a response yet. */
  invited: Who[];
  daysAgo: number;
  events: ScenarioEvent[];
};

/** [sender, receiver] of pending friend requests. */
export const pendingFriendRequests: [Who, Who][] = [
  ["Hugo", "Ana"],
  ["Farid", "Chloe"],
  ["Grace", "Ben"],
];

export const friendships: [Who, Who][] = [
  ["Ana", "Ben"],
  ["Ana", "Chloe"],
  ["Ana", "David"],
  ["Ana", "Elena"],
  ["Ana", "Farid"],
  ["Ben", "Chloe"],
  ["Ben", "David"],
  ["Ben", "Elena"],
  ["Chloe", "Elena"],
  ["David", "Elena"],
  ["David", "Farid"],
  ["Elena", "Farid"],
  ["Elena", "Grace"],
  ["Elena", "Hugo"],
  ["Farid", "Grace"],
  ["Grace", "Hugo"],
];

const roommates: Who[] = ["Ana", "Ben", "Chloe"];
const crew: Who[] = ["Ana", "Ben", "David", "Elena", "Farid"];
const film: Who[] = ["Elena", "David", "Grace", "Hugo"];

export const groups: ScenarioGroup[] = [
  {
    title: "Harbor Street",
    icon: "bee",
    createdBy: "Ana",
    members: roommates,
    invited: [],
    daysAgo: 120,
    events: [
      {
        title: "Moving in",
        daysAgo: 110,
        createdBy: "Ana",
        participants: roommates,
        expenses: [
          { what: "Van for the day", cents: 9800, paidBy: "Ben" },
          { what: "Fuel", cents: 3140, paidBy: "Ben" },
          { what: "Paint and brushes", cents: 7465, paidBy: "Chloe" },
          { what: "Second-hand sofa", cents: 22000, paidBy: "Ana" },
          { what: "Pizza for the helpers", cents: 4850, paidBy: "Chloe" },
          { what: "Spare keys", cents: 2700, paidBy: "Ana" },
        ],
        settled: { afterExpenses: 6 },
      },
      {
        title: "{month} bills",
        daysAgo: 38,
        createdBy: "Chloe",
        participants: roommates,
        expenses: [
          { what: "Electricity", cents: 8732, paidBy: "Chloe" },
          { what: "Internet", cents: 3999, paidBy: "Ana" },
          { what: "Water", cents: 4118, paidBy: "Ben" },
          { what: "Groceries", cents: 11264, paidBy: "Ana" },
          { what: "Cleaning supplies", cents: 2385, paidBy: "Chloe" },
          { what: "Fruit and vegetables", cents: 3420, paidBy: "Ben" },
          { what: "Light bulbs", cents: 1890, paidBy: "Ana" },
        ],
        settled: { afterExpenses: 7, owedBy: ["Ben"] },
      },
      {
        title: "{month} bills",
        daysAgo: 6,
        createdBy: "Ben",
        participants: roommates,
        expenses: [
          { what: "Electricity", cents: 9145, paidBy: "Chloe" },
          { what: "Internet", cents: 3999, paidBy: "Ana" },
          {
            what: "Groceries",
            cents: 12780,
            paidBy: "Ben",
            split: roommates,
            values: { mode: "percent", of: { Ana: 40, Ben: 35, Chloe: 25 } },
          },
          { what: "Coffee beans", cents: 2650, paidBy: "Ana", split: ["Ana", "Ben"] },
          {
            what: "Washing machine repair",
            cents: 8900,
            paidBy: "Chloe",
            split: roommates,
            values: { mode: "adjust", of: { Ana: 5, Ben: 0, Chloe: -5 } },
          },
          { what: "Bread and cheese", cents: 2475, paidBy: "Ben" },
        ],
      },
    ],
  },
  {
    title: "Weekend crew",
    icon: "bear",
    createdBy: "Elena",
    members: crew,
    invited: ["Chloe"],
    daysAgo: 95,
    events: [
      {
        title: "Lisbon weekend",
        daysAgo: 62,
        createdBy: "Elena",
        participants: crew,
        expenses: [
          { what: "Apartment for two nights", cents: 34600, paidBy: "Elena" },
          { what: "Train tickets", cents: 18550, paidBy: "David" },
          { what: "Tram passes", cents: 3350, paidBy: "Ana" },
          { what: "Pastries in Belém", cents: 2415, paidBy: "Ben" },
          { what: "Dinner by the river", cents: 14380, paidBy: "Farid" },
          { what: "Museum", cents: 5000, paidBy: "Elena", split: ["Ana", "Elena", "Farid"] },
          { what: "Surf lesson", cents: 12000, paidBy: "David", split: ["Ben", "David"] },
          { what: "Grilled sardines", cents: 8760, paidBy: "Ana" },
          { what: "Night at the fado house", cents: 11250, paidBy: "Ben" },
          { what: "Taxi to the station", cents: 2890, paidBy: "Farid" },
        ],
        settled: { afterExpenses: 8 },
      },
      {
        title: "Cabin in the hills",
        daysAgo: 27,
        createdBy: "Ana",
        participants: crew,
        expenses: [
          { what: "Cabin", cents: 41200, paidBy: "Ana", note: "Two nights. We got the deposit back." },
          { what: "Groceries", cents: 13675, paidBy: "Elena" },
          { what: "Firewood", cents: 2800, paidBy: "Ben" },
          { what: "Gas, both cars", cents: 9600, paidBy: "David", andPaidBy: "Elena" },
          { what: "Sled rental", cents: 6000, paidBy: "Farid", split: ["Ana", "David", "Farid"] },
          {
            what: "Fondue evening",
            cents: 10490,
            paidBy: "Ben",
            split: crew,
            values: { mode: "shares", of: { Ana: 2, Ben: 1, David: 1, Elena: 1, Farid: 1.5 } },
          },
          { what: "Parking", cents: 1600, paidBy: "David" },
          { what: "Breakfast on the way back", cents: 5275, paidBy: "Elena" },
        ],
      },
      {
        title: "Farid's birthday dinner",
        daysAgo: 3,
        createdBy: "Ben",
        participants: crew,
        expenses: [
          { what: "Dinner", cents: 24860, paidBy: "Ben", split: crew },
          { what: "Cake", cents: 4200, paidBy: "Elena", split: ["Ana", "Ben", "David", "Elena"] },
          { what: "Gift", cents: 9000, paidBy: "Ana", split: ["Ana", "Ben", "David", "Elena"] },
          { what: "Drinks afterwards", cents: 7325, paidBy: "David" },
          { what: "Taxis home", cents: 3960, paidBy: "Farid", split: ["Ana", "Elena", "Farid"] },
        ],
      },
    ],
  },
  {
    title: "Film club",
    icon: "phoenix",
    createdBy: "Elena",
    members: film,
    invited: ["Ana", "Ben"],
    daysAgo: 70,
    events: [
      {
        title: "Short film festival",
        daysAgo: 48,
        createdBy: "Grace",
        participants: film,
        expenses: [
          { what: "Festival passes", cents: 19600, paidBy: "Grace" },
          { what: "Popcorn", cents: 2260, paidBy: "Hugo" },
          { what: "Late dinner", cents: 9840, paidBy: "Elena" },
          { what: "Night bus", cents: 1200, paidBy: "David" },
          { what: "Brunch before the finals", cents: 7415, paidBy: "Hugo" },
          { what: "Poster for the wall", cents: 2500, paidBy: "Grace", split: ["Elena", "Grace"] },
          { what: "Program booklets", cents: 1800, paidBy: "Elena" },
          { what: "Ice cream", cents: 1995, paidBy: "David" },
        ],
        settled: { afterExpenses: 6, owedBy: ["David", "Hugo"] },
      },
      {
        title: "Projector evening",
        daysAgo: 12,
        createdBy: "Hugo",
        participants: film,
        expenses: [
          { what: "Projector rental", cents: 6500, paidBy: "Hugo" },
          { what: "Screen", cents: 4290, paidBy: "Elena" },
          { what: "Film rights", cents: 3000, paidBy: "Grace" },
          { what: "Dumplings", cents: 5480, paidBy: "David" },
          { what: "Lemonade and chips", cents: 2735, paidBy: "Grace" },
          { what: "Extension cable", cents: 1450, paidBy: "Hugo" },
          { what: "Chairs", cents: 8000, paidBy: "David" },
          { what: "Tea", cents: 1260, paidBy: "Elena" },
          { what: "Second screening", cents: 3000, paidBy: "Grace", split: ["David", "Grace", "Hugo"] },
          { what: "Cinnamon buns", cents: 1875, paidBy: "Hugo" },
        ],
      },
    ],
  },
];

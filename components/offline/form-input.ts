// What happens to the input of a form, as pure functions. components/forms/use-draft.ts applies them.

export type FormValues = Readonly<Record<string, unknown>>;

/**
 * What was sent without a response, with its idempotency key. As long as the values of the form are the same, a retry
 * sends the same body, so that nothing is done twice. Defaults in the body, such as today's date, stay as they were.
 */
export type Attempt = {
  key: string;
  values: FormValues;
  body: unknown;
  /** When it was first sent, in milliseconds since 1970. */
  at: number;
  /** It was sent more than once, so it may have been done before the last response. */
  again?: boolean;
};

/** What is kept of a form. */
export type Draft = {
  values: FormValues;
  /** The form's initial values; only fields that differ from them were typed. */
  untouched: FormValues;
  attempt: Attempt | null;
  /**
   * The key of the item that the form adds, from the first thing typed until it is added. All tabs with the draft, and the
   * outbox, send it, so that the item is added only once, whatever was changed since.
   */
  item?: string | null;
  /** The revision of the saved item for which it was typed. */
  rev?: number | undefined;
  /** The draft ends, because it was sent. */
  sent?: true;
};

export type Input<Values extends FormValues> = Draft & {
  values: Values;
  untouched: Values;
  /** Values that change before, such as today's date in the user's time zone, were not typed. */
  touched: boolean;
};

export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Whether the values are those of the attempt, so that sending them is a retry. */
const isRetry = ({ attempt, values }: Draft) => attempt !== null && isSame(attempt.values, values);

/** Whether a body changes an item, of which others may have changed what was not typed. */
const isEdit = (body: unknown) => !body || (body as { rev?: unknown }).rev !== undefined;

const shapeOf = (value: unknown) => (Array.isArray(value) ? "array" : typeof value);

/** A form that was just opened. */
export const opened = <Values extends FormValues>(values: Values): Input<Values> => ({
  values,
  untouched: values,
  attempt: null,
  touched: false,
});

/** The values have changed: by the user, if the form was touched before. */
export const changed = <Values extends FormValues>(input: Input<Values>, values: Values): Input<Values> => ({
  ...input,
  values,
  untouched: input.touched ? input.untouched : values,
});

/** The form is filled with a draft. What was sent to be created is restored as a whole: it may exist like that. */
export function restored<Values extends FormValues>(input: Input<Values>, draft: Draft): Input<Values> {
  const { untouched } = input;
  const whole = isRetry(draft) && !isEdit(draft.attempt?.body);
  const values = withDraft(untouched, whole ? { ...draft, untouched: {} } : draft);
  return { ...draft, untouched, values, touched: true };
}

/** The input is sent: again, if it is that of the attempt, otherwise as a new one. */
export function sent<Values extends FormValues>(
  input: Input<Values>,
  fresh: Omit<Attempt, "values">,
): Input<Values> & { attempt: Attempt } {
  if (input.attempt && isRetry(input)) return { ...input, attempt: { ...input.attempt, again: true } };
  const attempt = { ...fresh, values: input.values };
  // An edit is protected by its revision.
  if (isEdit(fresh.body)) return { ...input, attempt };
  const key = input.item ?? fresh.key;
  return { ...input, item: key, attempt: { ...attempt, key } };
}

/**
 * The server responded that it did nothing, so sending the input again is a new request.
 * @param refused it would have recognized a request that was made before
 * @param saved it has saved the item with other values, so that the input is another item
 */
export function answered<Values extends FormValues>(
  input: Input<Values>,
  refused: boolean,
  saved: boolean,
): Input<Values> {
  if (saved) return { ...input, attempt: null, item: null };
  return input.attempt?.again && !refused ? input : { ...input, attempt: null };
}

/** The input was saved. A change that empties a form that stays open is not typed. */
export const finished = <Values extends FormValues>(input: Input<Values>): Input<Values> => ({
  ...input,
  untouched: input.values,
  attempt: null,
  item: null,
  rev: undefined,
  touched: false,
});

/** Another tab has sent the draft that this form has, as it is or was restored. */
export const isSent = (input: Draft, restored: FormValues | undefined, sent: Draft): boolean =>
  sent.item === input.item && (isSame(input.values, sent.values) || isSame(input.values, restored));

/** What to keep of a form; null: nothing was typed. An untouched form, such as a copy, is kept once it was sent. */
export const toKeep = (input: Draft): Draft | null =>
  isSame(input.values, input.untouched) && !isRetry(input) ? null : input;

/**
 * Applies what was typed to the values of a newer version: each field that was typed into. Fields that the form no
 * longer has, or has with another type since an update of the application, are ignored.
 */
export function withDraft<Values extends FormValues>(
  values: Values,
  { values: typed, untouched }: Pick<Draft, "values" | "untouched">,
): Values {
  const back = Object.keys(values).filter(
    (field) =>
      field in typed &&
      !isSame(typed[field], untouched[field]) &&
      // Nothing was chosen yet: typeof null is not the type of the choice.
      (values[field] === null || shapeOf(typed[field]) === shapeOf(values[field])),
  );
  return { ...values, ...Object.fromEntries(back.map((field) => [field, typed[field]])) };
}

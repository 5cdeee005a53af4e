"use client";

const OPERATORS = [
  ["+", "Plus"],
  ["−", "Minus"],
  ["×", "Times"],
  ["÷", "Divided by"],
] as const;

/**
 * Inserts arithmetic where the keyboard cannot: the decimal keypads of phones have no operators. Within the field, or
 * below it where the digits need its room.
 */
export function OperatorKeys({ onPress }: { onPress: (operator: string) => void }) {
  return (
    <div className="right-1 hidden items-center justify-around @min-[20rem]:absolute @min-[20rem]:inset-y-0 pointer-coarse:group-focus-within:flex">
      {OPERATORS.map(([operator, name]) => (
        <button
          key={operator}
          type="button"
          aria-label={name}
          // The field keeps the focus, and the keyboard stays open.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPress(operator)}
          className="min-h-11 w-10 rounded-full text-xl font-bold text-brand active:bg-brand-soft"
        >
          {operator}
        </button>
      ))}
    </div>
  );
}

"use client";

const OPERATORS = [
  ["+", "Plus"],
  ["−", "Minus"],
  ["×", "Times"],
  ["÷", "Divided by"],
] as const;

/**
 * Buttons that insert operators, which the decimal keypads of phones lack. They are in the field, or below a narrow
 * one: there they stay, because what is below them must not move away under the next tap.
 */
export function OperatorKeys({ onPress }: { onPress: (operator: string) => void }) {
  return (
    <div className="right-1 hidden items-center justify-around pointer-coarse:group-focus-within:flex @max-[20rem]:pointer-coarse:flex @min-[20rem]:absolute @min-[20rem]:inset-y-0">
      {OPERATORS.map(([operator, name]) => (
        <button
          key={operator}
          type="button"
          aria-label={name}
          // Keeps the focus in the field and the keyboard open.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPress(operator)}
          className="min-h-11 w-11 rounded-full text-xl font-bold text-brand active:bg-brand-soft"
        >
          {operator}
        </button>
      ))}
    </div>
  );
}

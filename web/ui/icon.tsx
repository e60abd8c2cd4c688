/** Path data of an icon in a box of 24 by 24: web/ui/icons.ts has them, web/admin/ui/icons.ts those of the admin alone. */
export type IconPath = string;

/** One icon, 1.25 em wide and hidden from screen readers: the text beside it, or the button's `aria-label`, says what it means. */
export function Icon({ of: path, className = '' }: { of: IconPath; className?: string }) {
  return (
    <svg
      className={`ic ${className}`}
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}

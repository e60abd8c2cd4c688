import { Icon } from '#web/ui/icon.tsx';
import { ArrowRight } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';

/**
 * Title with a line under it (not on a phone), and a link to more on the right. `id` lets the
 * section use it as its name (`aria-labelledby`).
 */
export function SectionHeading({
  title,
  subtitle,
  more,
  id,
}: {
  title: string;
  subtitle?: string;
  more?: { label: string; to: string };
  id?: string;
}) {
  return (
    <div className="head">
      <h2 className="text-display-lg max-md:text-[1.625rem]" id={id}>
        {title}
      </h2>
      {subtitle && <p className="lead col-start-1 max-md:hidden">{subtitle}</p>}
      {more && (
        <AppLink className="more" to={more.to}>
          {more.label} <Icon of={ArrowRight} />
        </AppLink>
      )}
    </div>
  );
}

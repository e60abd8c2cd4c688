import { createElement, Fragment, type ReactNode } from 'react';

/**
 * A message with elements, such as 'Read our <link>return policy</link>'. Elements do not nest.
 *
 * @param elements what each element of the message becomes, by its name; gets the text inside it
 */
export function rich(message: string, elements: Record<string, (text: string) => ReactNode>): ReactNode {
  // Text, name of an element, text of the element, text, …
  const parts = message.split(/<(\w+)>(.*?)<\/\w+>/);
  const nodes = parts.map((part, index) => {
    if (index % 3 === 1) return null;
    return index % 3 === 0 ? part : (elements[parts[index - 1] ?? '']?.(part) ?? part);
  });
  return createElement(Fragment, null, ...nodes);
}

/** The element `<b>` of a message. */
export const strong = (text: string) => <b className="weight-600">{text}</b>;

import { slugOf } from '../text/slugs.ts';
import type { PageContent, PageId, ProductPage } from './content.ts';

/** A section of a page, as returned by `GET /pages/{id}/sections`. */
export interface PageSection {
  id: string;
  title: string;
  content: unknown;
}

/** The sections of a product page, in page order. */
const PRODUCT_PARTS = [
  ['description', 'Description'],
  ['educationalContent', 'Good to know'],
  ['benefits', 'Why people like it'],
  ['usageInstructions', 'How to eat it'],
  ['storageInstructions', 'Storage'],
  ['nutritionalInfo', 'Nutrition'],
] as const;

/** The non-empty sections of a product page. */
export function sectionsOfProductPage(page: ProductPage): PageSection[] {
  return PRODUCT_PARTS.flatMap(([id, title]) => (page[id].length > 0 ? [{ id, title, content: page[id] }] : []));
}

/**
 * The sections of page content: blocks of a static page, sections of home, slides of the hero;
 * otherwise the whole page as one.
 */
export function sectionsOf<Id extends PageId>(id: Id, content: PageContent[Id]): PageSection[] {
  const record = content as Record<string, unknown>;
  if (Array.isArray(record.blocks)) {
    return record.blocks.map((block: { heading: string }, index) => ({
      id: slugOf(block.heading) || `block-${index + 1}`,
      title: block.heading,
      content: block,
    }));
  }
  if (Array.isArray(record.slides)) {
    return record.slides.map((slide: { title: string }, index) => ({
      id: `slide-${index + 1}`,
      title: slide.title,
      content: slide,
    }));
  }
  if (id === 'homepage') {
    return Object.entries(record).map(([key, value]) => ({ id: key, title: titleOf(value) || key, content: value }));
  }
  return [{ id, title: titleOf(content) || id, content }];
}

function titleOf(value: unknown): string {
  const title = (value as { title?: unknown } | null)?.title;
  return typeof title === 'string' ? title : '';
}

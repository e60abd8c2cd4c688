import { type FieldSpec, line, link, newItemId, type Part, picture, text } from './spec.ts';

const bar: readonly FieldSpec[] = [
  line('text', 'Text'),
  { kind: 'color', name: 'backgroundColor', label: 'Background' },
  { kind: 'color', name: 'textColor', label: 'Text colour' },
  { kind: 'switch', name: 'isVisible', label: 'Show it on the home page' },
];

const heading = (name: string, label: string): FieldSpec => ({
  kind: 'group',
  name,
  label,
  fields: [line('title', 'Title'), { kind: 'line', name: 'subtitle', label: 'Subtitle', optional: true }],
});

export const home = (id: string, title: string, at: readonly string[], fields: readonly FieldSpec[]): Part => ({
  id,
  title,
  pageId: 'homepage',
  at,
  fields,
});

/** The parts of the home page, in page order. */
export const HOME: readonly Part[] = [
  { id: 'banner', title: 'Scrolling banner', pageId: 'banner', at: [], fields: bar },
  { id: 'offer-bar', title: 'Offer bar', pageId: 'offerBar', at: [], fields: bar },
  {
    id: 'hero',
    title: 'Hero slides',
    pageId: 'hero',
    at: [],
    fields: [
      { kind: 'number', name: 'intervalMs', label: 'Milliseconds for each slide', hint: '4000 is usual.' },
      {
        kind: 'list',
        name: 'slides',
        label: 'Slides',
        one: 'slide',
        titleKey: 'title',
        most: 10,
        fresh: () => ({
          title: 'New slide',
          subtitle: '',
          ctaText: '',
          ctaLink: '/shop',
          backgroundImage: '',
          alt: '',
        }),
        fields: [
          line('title', 'Title'),
          line('subtitle', 'Subtitle'),
          line('ctaText', 'Button'),
          link('ctaLink', 'Button leads to'),
          picture('backgroundImage', 'Picture'),
          line('alt', 'What the picture shows', 'For people who cannot see it.'),
        ],
      },
    ],
  },
  home(
    'headings',
    'Section titles',
    ['sections'],
    [
      heading('bestSellers', 'Our Best Sellers'),
      heading('valueCombos', 'Value Combos'),
      {
        kind: 'group',
        name: 'brandVideo',
        label: 'Film',
        fields: [line('title', 'Title'), { kind: 'line', name: 'caption', label: 'Caption', optional: true }],
      },
      heading('youMayAlsoLike', 'You May Also Like'),
    ],
  ),
  home(
    'facts',
    'Do You Know',
    ['doYouKnow'],
    [
      line('title', 'Title'),
      line('subtitle', 'Subtitle'),
      {
        kind: 'list',
        name: 'facts',
        label: 'Facts',
        one: 'fact',
        titleKey: 'title',
        most: 30,
        fresh: () => ({ id: newItemId('fact'), icon: 'grapes', title: 'New fact', description: '' }),
        texts: {
          label: 'fact as one text',
          fresh: 'Title: description',
          hint: 'The text before the first colon is the title.',
        },
        fields: [
          line('title', 'Title'),
          text('description', 'Description'),
          line('icon', 'Drawing', 'grapes, cashew, lotus, pistachio, peanut or rupee'),
          { kind: 'text', name: 'source', label: 'Where you know it from (not shown)', optional: true },
        ],
      },
    ],
  ),
  home(
    'story',
    'Brand story',
    ['brandStory'],
    [
      line('title', 'Title'),
      picture('image', 'Picture'),
      line('alt', 'What the picture shows'),
      text('short', 'The beginning'),
      { kind: 'paragraphs', name: 'long', label: 'The rest', hint: 'An empty line begins a new paragraph.' },
      line('readMoreText', 'Button that opens the rest'),
      line('readLessText', 'Button that closes it'),
    ],
  ),
  home(
    'quality',
    'Quality banner',
    ['qualityBanner'],
    [
      line('title', 'Title'),
      text('text', 'Text'),
      picture('image', 'Picture'),
      line('alt', 'What the picture shows'),
      {
        kind: 'list',
        name: 'points',
        label: 'Points',
        one: 'point',
        titleKey: 'title',
        most: 12,
        fresh: () => ({ icon: 'grade', title: 'New point', text: '' }),
        fields: [line('title', 'Title'), text('text', 'Text'), line('icon', 'Icon')],
      },
    ],
  ),
  home(
    'blog',
    'Blog cards',
    ['blog'],
    [
      line('title', 'Title'),
      line('subtitle', 'Subtitle'),
      {
        kind: 'list',
        name: 'cards',
        label: 'Cards',
        one: 'card',
        titleKey: 'title',
        most: 12,
        fresh: () => ({
          id: newItemId('card'),
          title: 'New card',
          excerpt: '',
          image: '',
          alt: '',
          tag: '',
          readTime: '',
          ctaText: '',
          ctaLink: '/all-products',
        }),
        fields: [
          line('title', 'Title'),
          text('excerpt', 'Text'),
          picture('image', 'Picture'),
          line('alt', 'What the picture shows'),
          line('tag', 'Tag'),
          line('readTime', 'Time to read'),
          line('ctaText', 'Link'),
          link('ctaLink', 'Link leads to'),
        ],
      },
    ],
  ),
  home(
    'questions',
    'Questions',
    ['faq'],
    [
      line('title', 'Title'),
      {
        kind: 'list',
        name: 'items',
        label: 'Questions',
        one: 'question',
        titleKey: 'question',
        most: 50,
        fresh: () => ({ id: newItemId('question'), question: 'New question', answer: '' }),
        fields: [line('question', 'Question'), text('answer', 'Answer')],
      },
    ],
  ),
  home(
    'special-offer',
    'Special offer',
    ['specialOffer'],
    [line('text', 'Text'), line('ctaText', 'Button'), link('ctaLink', 'Button leads to')],
  ),
];

import type { PageId } from '#shop/content/content.ts';
import { HOME, home } from './home-parts.ts';
import { type FieldSpec, line, link, newItemId, type Part, picture, text } from './spec.ts';

export interface PartGroup {
  title: string;
  parts: readonly Part[];
}

const links: FieldSpec = {
  kind: 'list',
  name: 'links',
  label: 'Links',
  one: 'link',
  titleKey: 'label',
  most: 30,
  fresh: () => ({ label: '', href: '/' }),
  fields: [line('label', 'Words'), link('href', 'Leads to')],
};

const column = (name: string, label: string): FieldSpec => ({
  kind: 'group',
  name,
  label,
  fields: [line('title', 'Title'), { kind: 'text', name: 'text', label: 'Text', optional: true }, links],
});

const EVERY_PAGE: readonly Part[] = [
  {
    id: 'navbar',
    title: 'Navbar',
    pageId: 'navbar',
    at: [],
    fields: [
      {
        kind: 'group',
        name: 'logo',
        label: 'Logo',
        fields: [
          { kind: 'image', name: 'image', label: 'Logo picture', upload: 'logo', hint: 'logo.svg is the shop’s own.' },
          line('alt', 'What the logo says'),
        ],
      },
      line('searchPlaceholder', 'Placeholder of the search box'),
      {
        kind: 'list',
        name: 'navigation',
        label: 'Links',
        one: 'link',
        titleKey: 'label',
        most: 12,
        fresh: () => ({ label: 'New link', href: '/all-products' }),
        fields: [
          line('label', 'Words'),
          { kind: 'line', name: 'shortLabel', label: 'Words on a phone', optional: true },
          link('href', 'Leads to'),
        ],
      },
      {
        kind: 'group',
        name: 'trackOrder',
        label: 'Track Order',
        fields: [line('label', 'Words'), link('href', 'Leads to')],
      },
    ],
  },
  home(
    'footer',
    'Footer',
    [],
    [
      {
        kind: 'group',
        name: 'footer',
        label: 'Columns',
        fields: [
          column('trackOrder', 'Track order'),
          column('terms', 'Terms'),
          column('help', 'Help'),
          column('about', 'About'),
          column('updates', 'Updates'),
        ],
      },
      {
        kind: 'list',
        name: 'socialLinks',
        label: 'Social links',
        one: 'social link',
        titleKey: 'name',
        most: 12,
        fresh: () => ({ name: 'Instagram', icon: 'instagram', handle: '', url: 'https://' }),
        fields: [line('name', 'Name'), line('icon', 'Icon'), line('handle', 'Handle'), link('url', 'Address')],
      },
      {
        kind: 'lines',
        name: 'paymentMethodNames',
        label: 'Payment brands',
        hint: 'One on each line: PhonePe, Google Pay, Paytm, BHIM UPI.',
      },
      line('copyright', 'Copyright line'),
    ],
  ),
  home(
    'newsletter',
    'Newsletter texts',
    ['newsletter'],
    [
      line('title', 'Title'),
      text('text', 'Text'),
      line('placeholder', 'Placeholder'),
      line('buttonText', 'Button'),
      line('successMessage', 'When it worked'),
      line('duplicateMessage', 'When the address was there already'),
      line('errorMessage', 'When it did not work'),
      text('consentText', 'What happens with the address'),
    ],
  ),
  {
    id: 'announcements',
    title: 'Promises',
    pageId: 'announcements',
    at: [],
    fields: [
      {
        kind: 'list',
        name: '',
        label: 'Promises on product pages',
        one: 'promise',
        titleKey: 'title',
        most: 20,
        fresh: () => ({ id: newItemId('promise'), icon: 'replacement', title: 'New promise', text: '' }),
        fields: [
          line('title', 'Title'),
          text('text', 'Text'),
          line('icon', 'Icon', 'replacement or no-cod: these two stand on the product page'),
          { kind: 'link', name: 'link', label: 'Leads to', optional: true },
        ],
      },
    ],
  },
];

const staticPage = (pageId: PageId, title: string): Part => ({
  id: pageId,
  title,
  pageId,
  at: [],
  fields: [
    line('title', 'Title'),
    line('pageTitle', 'Title in the browser and in search results'),
    line('metaDescription', 'Description in search results'),
    {
      kind: 'list',
      name: 'blocks',
      label: 'Blocks',
      one: 'block',
      titleKey: 'heading',
      most: 100,
      fresh: () => ({ heading: 'New block', paragraphs: [], list: [] }),
      fields: [
        line('heading', 'Heading'),
        picture('image', 'Picture'),
        { kind: 'line', name: 'alt', label: 'What the picture shows', optional: true },
        { kind: 'paragraphs', name: 'paragraphs', label: 'Text', hint: 'An empty line begins a new paragraph.' },
        { kind: 'lines', name: 'list', label: 'List', hint: 'One entry on each line.' },
      ],
    },
  ],
});

const CONTACT: Part = {
  id: 'contact',
  title: 'Contact Us',
  pageId: 'contactPage',
  at: [],
  fields: [
    line('title', 'Title'),
    text('subtitle', 'Subtitle'),
    line('pageTitle', 'Title in the browser and in search results'),
    line('metaDescription', 'Description in search results'),
    line('responsePromise', 'When you answer'),
    {
      kind: 'group',
      name: 'whyChoose',
      label: 'Why to choose the shop',
      fields: [line('title', 'Title'), { kind: 'lines', name: 'items', label: 'Reasons', hint: 'One on each line.' }],
    },
    {
      kind: 'group',
      name: 'grievance',
      label: 'Grievance officer',
      fields: [
        line('title', 'Title'),
        text('text', 'Text'),
        line('name', 'Name', 'Shown while Shop Settings name nobody.'),
        line('email', 'Email'),
      ],
    },
    {
      kind: 'group',
      name: 'shopDetails',
      label: 'Shop details',
      fields: [
        line('title', 'Title'),
        line('name', 'Name', 'These stand in while Shop Settings are empty.'),
        { kind: 'lines', name: 'addressLines', label: 'Address' },
        line('phone', 'Phone'),
        line('email', 'Email'),
        line('hours', 'Hours'),
      ],
    },
    {
      kind: 'group',
      name: 'form',
      label: 'Form',
      fields: [
        line('title', 'Title'),
        line('nameLabel', 'Name'),
        line('emailLabel', 'Email'),
        line('phoneLabel', 'Phone'),
        line('subjectLabel', 'Subject'),
        line('messageLabel', 'Message'),
        line('submitText', 'Button'),
        line('submittingText', 'Button while sending'),
      ],
    },
  ],
};

export const PART_GROUPS: readonly PartGroup[] = [
  { title: 'Home page', parts: HOME },
  { title: 'Every page', parts: EVERY_PAGE },
  {
    title: 'Pages',
    parts: [
      CONTACT,
      staticPage('about', 'About'),
      staticPage('terms-of-service', 'Terms of Service'),
      staticPage('privacy-policy', 'Privacy Policy'),
      staticPage('shipping-policy', 'Shipping Policy'),
      staticPage('return-refund-policy', 'Return & Refund Policy'),
    ],
  },
];

export const PARTS: readonly Part[] = PART_GROUPS.flatMap(({ parts }) => parts);

/** A product page (R1.3). */
export const PRODUCT_PAGE_FIELDS: readonly FieldSpec[] = [
  line('name', 'Name'),
  line('route', 'Route', 'The address of the page. It follows the name as long as you do not write another one.'),
  line('category', 'Category', 'Products of this category stand on the page by themselves.'),
  line('pageHeader', 'Heading'),
  line('pageSubtitle', 'Subtitle'),
  text('description', 'Description'),
  picture('heroImage', 'Picture'),
  line('heroImageAlt', 'What the picture shows'),
  line('ctaText', 'Heading of the products'),
  { kind: 'lines', name: 'products', label: 'Products first', hint: 'Product ids, one on each line.' },
  text('educationalContent', 'Good to know', 'An empty line begins a new paragraph.'),
  { kind: 'lines', name: 'benefits', label: 'Benefits', hint: 'One on each line.' },
  text('usageInstructions', 'How to use it'),
  text('storageInstructions', 'Storage'),
  text('nutritionalInfo', 'Nutrition'),
  line('pageTitle', 'Title in the browser and in search results'),
  line('metaDescription', 'Description in search results'),
];

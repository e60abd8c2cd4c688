import { useLoaderData } from 'react-router';
import type { Services } from '#web/services.server.ts';

/** Whose admin it is (D1). */
export interface Brand {
  name: string;
  /** Stored address of the logo, as the navbar's content keeps it. */
  logo: string;
}

/** What the loader of the dashboard sends. */
export interface AdminPageData {
  brand: Brand;
}

export async function loadBrand({ settings, content }: Pick<Services, 'settings' | 'content'>): Promise<Brand> {
  const [{ brandName }, { logo }] = await Promise.all([settings.shop(), content.page('navbar')]);
  return { name: brandName, logo: logo.image };
}

/** Title of a page of the admin. Without a name, when its loader failed, the words stand alone. */
export function adminTitle(words: string, brand: Brand | undefined) {
  return [{ title: brand ? `${words} · ${brand.name}` : words }, { name: 'robots', content: 'noindex' }];
}

/** The brand that the loader of this page sent. */
export function useBrand(): Brand {
  return useLoaderData<{ brand: Brand }>().brand;
}

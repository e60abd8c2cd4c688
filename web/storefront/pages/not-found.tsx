import { data } from 'react-router';
import { NotFoundPage, notFoundMeta } from './not-found-page.tsx';

/** Unknown paths return a real 404 (D9). */
export function loader() {
  return data(null, { status: 404 });
}

export function meta() {
  return notFoundMeta();
}

export default NotFoundPage;

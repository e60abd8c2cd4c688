import { data } from 'react-router';
import { NOT_FOUND_META, NotFoundPage } from './not-found-page.tsx';

/** Unknown paths return a real 404 (D9). */
export function loader() {
  return data(null, { status: 404 });
}

export function meta() {
  return NOT_FOUND_META;
}

export default NotFoundPage;

// A picture of the folder or of an archive.

import type { Context, Mount } from './index';
import { decodePng } from '../png';
import { replacePicture } from './picture/replace';
import { PictureViewer } from './picture/viewer';

export const mount: Mount = async (host, context: Context) => {
    const { api, info, signal } = context;
    const editable = context.edit && info.editable.picture;
    const target = { path: info.path, leaf: null, name: info.name };
    if (editable) context.takeDrops((file) => replacePicture(context, target, file, true));
    return PictureViewer.open(host, context, {
        name: info.name,
        info: await api.pictureInfo(info.path, signal),
        pixels: async (level) => decodePng(await api.raw(api.pictureUrl(info.path, { level }), signal)),
        replace: editable ? () => void replacePicture(context, target) : null,
    });
};

### Таблицы с содержимым файла: названия (show-…), заголовки столбцов (head-…) и слова в ячейках (word-…).

show-animations = Анимации
show-cells = Ячейки
show-colours = Цвета
show-levels = Уровни
show-lightmaps = Карты освещения
show-materials = Материалы
show-phases = Фазы

head-alpha = альфа
head-ambient = ambient
head-blends = меняется плавно
head-bytes = байт
head-cell = ячейка
head-colour = цвет
head-diffuse = diffuse
head-du = du
head-dv = dv
head-emissive = emissive
head-height = высота
head-id = номер в тексте
head-index = №
head-keys = ключи: фаза → конец, мс
head-level = уровень
head-mode = режим
head-name = имя
head-number = №
head-period = период, мс
head-power = степень
head-specular = specular
head-texture = текстура
head-u0 = u0
head-v0 = v0
head-width = ширина
head-x = x
head-y = y

word-loop = по кругу
word-one-shot = один раз
word-ping-pong = туда и обратно
word-random = случайно
word-whole = вся

### Сведения, которые показывает `relict info`.

fact-animations = анимаций
fact-blend = смешивание
fact-colours = цветов
fact-damage = урон в секунду
fact-flags4 = flags4
fact-flags5 = flags5
fact-height = высота
fact-lightmaps = карт освещения
fact-lit-skin = освещаемая поверхность (текстуры без прозрачности)
fact-materials = материалов
fact-mip-count = уровней
fact-palette = палитра
fact-phases = фаз
fact-pixel-format = формат пикселей
fact-rects = ячеек
fact-speed = множитель скорости
fact-surface = тип грунта
fact-tag = метка
fact-textures = текстуры
fact-unk18 = unk18
fact-version = версия
fact-width = ширина

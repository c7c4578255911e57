### Слова страницы, которую показывает `relict view`.

## Оболочка

web-loading = Загрузка…
web-skip = К содержимому
web-home = В начало
web-crumbs = Путь
web-files = Файлы
web-views = Виды
web-panels = Сведения
web-welcome = Добро пожаловать
web-search = Поиск по именам
web-search-label = Поиск по имени или шаблону на любой глубине
web-filter-format = Только этот формат
web-any-format = все
web-found = { $count ->
        [0] Ничего не найдено
        [one] { $shown } совпадение
        [few] { $shown } совпадения
       *[many] { $shown } совпадений
    }
web-found-more = Первые { $shown }; совпадений больше
web-folder-empty = Здесь пусто
web-edited = изменено
web-open = Открыть
web-open-title = Открыть
web-path = Путь в этой папке
web-path-placeholder = units.rlb/tank.msh или часть имени
web-suggestions = Подсказки
web-drop-title = Файл из другого места
web-drop-here = Бросьте файл в любое место страницы. Он не покинет этот компьютер и не изменится.
web-drop-now = Отпустите, чтобы открыть
web-drop-safe = Файл не покинет этот компьютер
web-drop-folder = Папку бросить сюда нельзя. Запустите Relict для неё: relict view ПАПКА
web-drop-large = «{ $name }» больше { $limit }. Положите файл в папку или запустите Relict для него: relict view ФАЙЛ
web-choose-file = Выбрать файл…
web-theme = Тёмная или светлая тема
web-language = язык
web-toggle-tree = Файлы
web-toggle-side = Сведения
web-resize-tree = Ширина дерева
web-resize-side = Ширина панели
web-close = Закрыть
web-cancel = Отмена
web-retry = Повторить
web-show-bytes = Показать байты
web-go-up = На уровень выше
web-no-view = Вида «{ $view }» нет.
web-gone = Программа больше не отвечает.
web-gone-help = Возможно, она завершена. Запустите её снова командой «relict view» и откройте напечатанный адрес.
web-view-welcome = Начало
web-view-picture = Картинка
web-view-model = Модель
web-view-motion = Движение
web-view-timeline = Время
web-view-map = Карта
web-view-gallery = Галерея
web-view-table = Таблица
web-view-text = Текст
web-view-document = JSON
web-view-bytes = Байты
web-view-list = Содержимое
web-view-diff = Сравнение
web-panel-facts = Сведения
web-panel-findings = Замечания
web-panel-refs = Ссылки
web-export = Экспорт
web-export-png = Картинка (PNG)
web-export-glb = Модель с текстурами и анимацией (GLB)
web-export-gltf = Модель папкой (glTF)
web-export-json = Все поля (JSON)
web-export-svg = Чертёж (SVG)
web-export-zip = Всё как папка для правки (ZIP)
web-export-raw = Байты как есть
web-keys-title = Клавиатура
web-keys-everywhere = Везде
web-keys-editing = Правка
web-keys-letters = Отдельные буквы — команды
web-key-search = Искать
web-key-tree = К дереву
web-key-stage = К просмотру
web-key-open = Открыть путь или файл
web-key-next = Следующая запись
web-key-previous = Предыдущая запись
web-key-up = На уровень выше
web-key-next-view = Следующий вид
web-key-previous-view = Предыдущий вид
web-key-compare = Сравнить
web-key-side = Сведения, замечания, ссылки
web-key-toggle-tree = Показать или скрыть дерево
web-key-theme = Тёмная или светлая тема
web-key-help = Эта подсказка
web-key-escape = Закрыть открытое

## Правка и сравнение

web-edits = { $count ->
        [0] Правок нет
        [one] { $count } правка
        [few] { $count } правки
       *[many] { $count } правок
    }
web-edits-unsaved = { $count ->
        [one] { $count } правка не сохранена
        [few] { $count } правки не сохранены
       *[many] { $count } правок не сохранено
    }
web-edits-none = Ничего не изменено.
web-undo = Отменить
web-redo = Вернуть
web-undo-nothing = Отменять нечего.
web-redo-nothing = Возвращать нечего.
web-undo-done = Отменено: { $edit }
web-redo-done = Возвращено: { $edit }
web-save = Сохранить
web-save-as = Сохранить…
web-saved = сохранено
web-saved-as = Сохранено как { $name }
web-save-title = Сохранить { $name }
web-save-name = Имя нового файла
web-save-beside = Рядом с исходным файлом, под именем
web-save-over = Поверх исходного файла { $name }
web-save-sure = Исходный файл пропадёт; я этого хочу
web-save-exists = Файл «{ $name }» уже есть.
web-replace-file = Заменить
web-compare = Сравнить
web-compare-title = Сравнить { $path } с…
web-compare-path = Чем-то в этой папке
web-compare-file = Файлом из другого места
web-compare-original = Тем, что было до правок

## Картинки

web-picture-tools = Картинка
web-picture-label = { $name }, { $width } на { $height } пикселей; стрелки переходят от пикселя к пикселю
web-picture-replace = Заменить…
web-picture-replaced = У { $name } новая картинка
web-picture-refused = { $name } остаётся прежней
web-picture-losses = Не всё из новой картинки в ней помещается:
web-picture-dropped = Поставить «{ $file }» на место { $name } или открыть как файл?
web-zoom-in = Крупнее
web-zoom-out = Мельче
web-zoom-fit = По размеру окна
web-zoom-actual = Один к одному
web-smooth = Сглаживать (иначе чёткие пиксели)
web-channels = Каналы
web-channel-rgba = Цвет с прозрачностью
web-channel-rgb = Цвет без прозрачности
web-channel-r = Красный
web-channel-g = Зелёный
web-channel-b = Синий
web-channel-a = Прозрачность
web-channel-index = Номер в палитре
web-ground = Фон
web-ground-chequer = шашки
web-ground-black = чёрный
web-ground-white = белый
web-level = Уровень
web-rects = Части атласа
web-rects-show = Показывать части атласа
web-rect = Часть { $number }
web-palette = Палитра
web-palette-count = Используется цветов: { $used } из { $count }
web-palette-used = { $index }: { $colour }
web-palette-unused = { $index }: { $colour }, не используется
web-pixel = { $x }, { $y }: { $colour }
web-pixel-index = { $x }, { $y }: { $colour }, номер { $index }
web-pixel-hint = Наведите на пиксель или нажмите стрелку
web-index = номер { $index }
web-keys-picture = Картинка
web-key-pixel = К соседнему пикселю; с Shift — на восемь
web-key-no-pixel = Снять выбор пикселя

## Модели, время и байты

# The bytes
web-bytes-hex = Байты
web-bytes-structure = Поля
web-bytes-detail = Поле под курсором
web-bytes-overview = Весь файл; перейти к месту
web-bytes-goto = Перейти к смещению
web-bytes-no-offset = Такого смещения нет.
web-bytes-find = Найти байты или текст
web-bytes-not-found = Не найдено.
web-bytes-each = Каждый элемент
web-bytes-each-hint = Показывать каждый элемент списка отдельным полем
web-bytes-before = Предыдущее поле
web-bytes-after = Следующее поле
web-bytes-keys = Байты
web-bytes-empty = Здесь нет ни одного байта.
web-bytes-place = с { $start } по { $end }, { $length ->
    [one] { $length } байт
    [few] { $length } байта
   *[many] { $length } байт
}
web-bytes-value = Новое значение
web-bytes-set = Записать
web-bytes-done = У поля { $field } новое значение.
web-bytes-copy = Копировать
web-bytes-copied = Скопировано.
web-bytes-not-copied = Браузер не разрешает странице копировать.
web-bytes-open = Открыть { $entry }
web-bytes-readings = Как числа, начиная с курсора
web-bytes-spoken = { $offset }: { $byte } { $field }
web-knowledge-named = Известно
web-knowledge-padding = Заполнение
web-knowledge-opaque = Смысл неизвестен
web-knowledge-uncovered = Не прочитано

# Findings and references
web-check-now = Проверить
web-check-large = Будет просмотрено всё, что здесь есть; это может занять время.
web-check-working = Проверка…
web-check-clean = { $assets ->
    [one] Ошибок и странностей нет.
    [few] Ошибок и странностей нет, проверено { $assets } файла.
   *[many] Ошибок и странностей нет, проверено { $assets } файлов.
}
web-check-sum = { $errors ->
    [0] Ошибок нет
    [one] { $errors } ошибка
    [few] { $errors } ошибки
   *[many] { $errors } ошибок
}, { $warnings ->
    [0] странностей нет
    [one] { $warnings } странность
    [few] { $warnings } странности
   *[many] { $warnings } странностей
}
web-check-more = Есть и другие; показаны только первые { $count }.
web-check-rest = Показать ещё { $count }
web-check-error = Ошибка
web-check-warning = Предупреждение
web-refs-working = Ищем, кто что использует…
web-refs-none = Ничего не использует, и его никто не использует.
web-refs-uses = Использует
web-refs-uses-none = Ничего.
web-refs-used-by = Используется в
web-refs-used-by-none = Нигде.
web-refs-state-found = Найдено
web-refs-state-stand-in = Нет; берётся замена
web-refs-state-first-entry = Нет; движок берёт первую запись
web-refs-state-missing = Нет
web-refs-state-optional = Нет; игра обходится без этого
web-refs-state-no-library = Библиотеки здесь нет
